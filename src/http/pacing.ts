/**
 * Node accepts one connection in each iteration of the event loop. So an iteration begins at most one request, and no client waits
 * long for a connection.
 */
import type { EventEmitter } from 'node:events';
import { setImmediate as nextIteration } from 'node:timers/promises';

/** At most this many iterations accept connections and begin no request. */
const acceptRoundsAtMost = 16;

/** The returned function resolves when a request may begin, with its wait in milliseconds. */
export function createPacing(server: EventEmitter): () => Promise<number> {
  let hasAccepted = false;
  server.on('connection', () => {
    hasAccepted = true;
  });

  async function pause(): Promise<void> {
    await nextIteration();
    for (let round = 0; hasAccepted && round < acceptRoundsAtMost; round += 1) {
      hasAccepted = false;
      await nextIteration();
    }
  }

  /** Resolves when the next request may begin: after the pause that follows the last request in the queue. */
  let lastPause = Promise.resolve();
  return async () => {
    const queuedAt = performance.now();
    const pauseBefore = lastPause;
    lastPause = pauseBefore.then(pause);
    await pauseBefore;
    return performance.now() - queuedAt;
  };
}
