/**
 * Shares the event loop among long pieces of work. The process does one piece in each iteration, so that a request
 * waits for at most one piece. Owners take turns.
 */
import type { Steps } from '../domain/steps.ts';

/** The id of a TPP, or a part of the process. */
export type Owner = string | symbol;

/** The owner of work for callers who are not authenticated. */
export const anonymous: Owner = Symbol('anonymous');

/** Milliseconds. */
const pieceMs = 5;

/** The owner who is next comes first. A process has one event loop, so it has one queue. */
const queues = new Map<Owner, (() => void)[]>();

/** Resolves in a later iteration, in which no other piece runs. */
export function yieldToEventLoop(owner: Owner): Promise<void> {
  return new Promise((resolve) => {
    if (queues.size === 0) setImmediate(beginNext);
    const pieces = queues.get(owner);
    if (pieces === undefined) queues.set(owner, [resolve]);
    else pieces.push(resolve);
  });
}

function beginNext(): void {
  const [[owner, pieces] = []] = queues;
  if (owner === undefined || pieces === undefined) return;
  queues.delete(owner);
  const begin = pieces.shift();
  if (pieces.length > 0) queues.set(owner, pieces);
  if (queues.size > 0) setImmediate(beginNext);
  begin?.();
}

/** Returns synchronously if the steps are short. */
export function runYielding<Result>(owner: Owner, steps: Steps<Result>): Result | Promise<Result> {
  const { done, value } = untilDue(steps);
  return done ? value : runLater(owner, steps);
}

/** Also its first piece waits, because other work starts at the same time. */
export async function runLater<Result>(owner: Owner, steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await yieldToEventLoop(owner);
    const { done, value } = untilDue(steps);
    if (done) return value;
  }
}

function untilDue<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const deadline = performance.now() + pieceMs;
  let step = steps.next();
  while (!step.done && performance.now() < deadline) step = steps.next();
  return step;
}
