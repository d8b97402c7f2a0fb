import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createPacing } from '../../src/http/pacing.ts';

const iteration = () => new Promise(setImmediate);

it('begins the first at once, and then one in each iteration, in order', async () => {
  const pace = createPacing(new EventEmitter());
  const begun: number[] = [];
  for (const number of [1, 2, 3, 4]) pace(() => begun.push(number));
  const seen = [[...begun]];
  for (let count = 0; count < 4; count += 1) {
    await iteration();
    seen.push([...begun]);
  }
  expect(seen).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]]);
  pace(() => begun.push(5));
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

it('lets sixteen connections through before the next iteration, and no more', async () => {
  const server = new EventEmitter();
  const pace = createPacing(server);
  let begun = 0;
  const waits: number[] = [];
  for (let count = 0; count < 3; count += 1) pace(() => (begun += 1));
  for (let wait = 0, before = begun; waits.length < 2; wait += 1) {
    server.emit('connection');
    await iteration();
    if (begun > before) {
      waits.push(wait);
      [wait, before] = [-1, begun];
    }
  }
  expect(waits).toEqual([16, 16]);
});

it('reports how long a request has waited', async () => {
  const pace = createPacing(new EventEmitter());
  const waited: number[] = [];
  pace(() => {
    const until = performance.now() + 5;
    while (performance.now() < until);
  });
  await new Promise<void>((resolve) => {
    pace((ms) => {
      waited.push(ms);
      resolve();
    });
    const until = performance.now() + 5;
    while (performance.now() < until);
  });
  expect(waited[0]).toBeGreaterThanOrEqual(5);
});

it('begins each request in its own asynchronous context', async () => {
  const pace = createPacing(new EventEmitter());
  const storage = new AsyncLocalStorage<number>();
  const begun: unknown[] = [];
  for (const number of [1, 2, 3]) storage.run(number, () => pace(() => begun.push(storage.getStore())));
  await expect.poll(() => begun).toEqual([1, 2, 3]);
});
