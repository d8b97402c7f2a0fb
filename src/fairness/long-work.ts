/**
 * Long work is done in pieces. The process does one piece in each iteration of the event loop, whoever else has long work
 * then, so that a request waits for no more than a piece. Owners of such work take turns. Start at `runYielding`.
 */
import type { Steps } from '../domain/steps.ts';

/** Whose work it is: that of a TPP, by its id, or of a part of the process. */
export type Owner = string | symbol;

/** Work for callers who are not known. */
export const anonymous: Owner = Symbol('anonymous');

/** How long a piece takes, in milliseconds. */
const pieceMs = 5;

/** The pieces that wait, of the owner who is next first. A process has one event loop, hence one queue. */
const queues = new Map<Owner, (() => void)[]>();

/** Resolves in a later iteration of the event loop, in which no other piece is done. */
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

/** The result of the steps; yields whenever they have taken long, and returns synchronously otherwise. */
export function runYielding<Result>(owner: Owner, steps: Steps<Result>): Result | Promise<Result> {
  const { done, value } = untilDue(steps);
  return done ? value : runLater(owner, steps);
}

/** The same for work that begins together with other work: its first piece waits too. */
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
