/** Long work yields to the event loop, so that a request of another TPP waits for only a part of it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../../domain/steps.ts';

/** How long work goes on before it yields, in milliseconds. */
const sliceMs = 5;

/** Resolves in the next iteration of the event loop, after everything that was ready. */
export const yieldToEventLoop = (): Promise<void> => nextTurn();

/** For work that several requests want at once: each waits for the one before it, and then yields. */
export function createYieldQueue(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(yieldToEventLoop);
    return last;
  };
}

/** The result of the steps; yields whenever they have taken long, and returns synchronously otherwise. */
export function runYielding<Result>(steps: Steps<Result>): Result | Promise<Result> {
  const { done, value } = untilDue(steps);
  return done ? value : rest(steps);
}

async function rest<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await yieldToEventLoop();
    const { done, value } = untilDue(steps);
    if (done) return value;
  }
}

function untilDue<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const due = performance.now() + sliceMs;
  let step = steps.next();
  while (!step.done && performance.now() < due) step = steps.next();
  return step;
}
