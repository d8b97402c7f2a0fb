/** Long work on the thread that answers everybody: it gives way, so that a request of another TPP waits for no more than a part of it. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Steps } from '../domain/steps.ts';

/** How long work goes on before others have their turn, in milliseconds. */
const turnMs = 5;

/** Lets everything that is ready be done first. */
export const giveWay = (): Promise<void> => turn();

/** Turns of those who must not fill a moment together: each waits for the one before, and for everybody else. */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(giveWay);
    return last;
  };
}

/** The result of the steps, with a turn for others whenever they have taken long; at once when they have not. */
export function inTurns<Result>(steps: Steps<Result>): Result | Promise<Result> {
  const { done, value } = untilDue(steps);
  return done ? value : rest(steps);
}

async function rest<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await giveWay();
    const { done, value } = untilDue(steps);
    if (done) return value;
  }
}

function untilDue<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const due = performance.now() + turnMs;
  let step = steps.next();
  while (!step.done && performance.now() < due) step = steps.next();
  return step;
}
