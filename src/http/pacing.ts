/** Node accepts one connection in each iteration of the event loop, so each iteration begins only one request. */
import type { EventEmitter } from 'node:events';
import { setImmediate as nextIteration } from 'node:timers/promises';

/** This many iterations may accept connections before the next request begins. */
const acceptRoundsAtMost = 16;

/** The returned function resolves when a request may begin, with its wait in milliseconds. */
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
