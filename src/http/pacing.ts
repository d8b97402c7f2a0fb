/**
 * Begins one request per iteration of the event loop, after accepting waiting connections. Node accepts one connection per
 * iteration, so iterations must be short: if each began many requests, a probe whose connection is not accepted yet would wait for
 * all of them.
 */
import type { EventEmitter } from 'node:events';
import { setImmediate as nextIteration } from 'node:timers/promises';

/** How many iterations may accept connections before the next request begins. */
const acceptRoundsAtMost = 16;

/**
 * Returns a function that resolves when a request may begin: at once, or in a later iteration if another request has begun in this
 * one. It resolves with the wait in milliseconds.
 */
export function createPacing(server: EventEmitter): () => Promise<number> {
  const queue: (() => void)[] = [];
  let isRunning = false;
  let hasAccepted = false;
  server.on('connection', () => {
    hasAccepted = true;
  });

  async function run(): Promise<void> {
    isRunning = true;
    for (let begin = queue.shift(); begin !== undefined; begin = queue.shift()) {
      begin();
      await nextIteration();
      for (let round = 0; hasAccepted && round < acceptRoundsAtMost; round += 1) {
        hasAccepted = false;
        await nextIteration();
      }
    }
    isRunning = false;
  }

  return async () => {
    const since = performance.now();
    await new Promise<void>((begin) => {
      queue.push(begin);
      if (!isRunning) void run();
    });
    return performance.now() - since;
  };
}
