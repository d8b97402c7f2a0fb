/**
 * Node accepts one connection in each iteration of the event loop. So that no client waits long for a connection, iterations must be
 * short, and each begins at most one request.
 */
import type { EventEmitter } from 'node:events';
import { setImmediate as nextIteration } from 'node:timers/promises';

/** A request waits for at most this many iterations in a row that accept connections. Then it begins, even if more connections arrive. */
const acceptRoundsAtMost = 16;

/** The returned function resolves when a request may begin, with its wait in milliseconds. */
export function createPacing(server: EventEmitter): () => Promise<number> {
  let hasAccepted = false;
  server.on('connection', () => {
    hasAccepted = true;
  });

  /** Waits for the next iteration, and then as long as each iteration accepts a connection. */
  async function pause(): Promise<void> {
    await nextIteration();
    for (let round = 0; hasAccepted && round < acceptRoundsAtMost; round += 1) {
      hasAccepted = false;
      await nextIteration();
    }
  }

  /** The pause after the request that was queued last. When this pause ends, the next queued request begins. */
  let lastPause = Promise.resolve();
  return async () => {
    const queuedAt = performance.now();
    const pauseBefore = lastPause;
    lastPause = pauseBefore.then(pause);
    await pauseBefore;
    return performance.now() - queuedAt;
  };
}
