/** Divides long work into pieces. In each iteration of the event loop, the next owner runs one piece. */
import { setImmediate } from 'node:timers';
import type { PausableWork } from '../domain/pausable-work.ts';

/** The id of a TPP, or a symbol for other callers or a part of the process. */
export type WorkOwner = string | symbol;

/** For callers who are not authenticated. */
export const anonymousOwner: WorkOwner = Symbol('anonymous');

/** After this time a piece ends at the next `yield`. */
const pieceMs = 5;

/** The first owner in the map is next. With each piece it moves to the end. */
const queues = new Map<WorkOwner, (() => void)[]>();

/** Resolves in a later iteration, in which no other piece runs. */
export function yieldToEventLoop(owner: WorkOwner): Promise<void> {
  return new Promise((resolve) => {
    if (queues.size === 0) setImmediate(beginNextPiece);
    const pieces = queues.get(owner);
    if (pieces === undefined) queues.set(owner, [resolve]);
    else pieces.push(resolve);
  });
}

function beginNextPiece(): void {
  const [next] = queues;
  if (next === undefined) return;
  const [owner, pieces] = next;
  queues.delete(owner);
  const begin = pieces.shift();
  if (pieces.length > 0) queues.set(owner, pieces);
  if (queues.size > 0) setImmediate(beginNextPiece);
  begin?.();
}

/** Runs the first piece at once. Returns the result if this piece ends the work, and otherwise a promise of it. */
export function runYielding<Result>(owner: WorkOwner, work: PausableWork<Result>): Result | Promise<Result> {
  const { done, value } = runPiece(work);
  return done ? value : runLater(owner, work);
}

/** Runs all pieces in later iterations. */
export async function runLater<Result>(owner: WorkOwner, work: PausableWork<Result>): Promise<Result> {
  for (;;) {
    await yieldToEventLoop(owner);
    const { done, value } = runPiece(work);
    if (done) return value;
  }
}

function runPiece<Result>(work: PausableWork<Result>): IteratorResult<undefined, Result> {
  const deadline = performance.now() + pieceMs;
  let result = work.next();
  while (!result.done && performance.now() < deadline) result = work.next();
  return result;
}
