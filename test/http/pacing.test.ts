import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createPacing } from '../../src/http/pacing.ts';

const iteration = () => new Promise(setImmediate);
/** Within the same iteration, after all promises that have resolved. */
const reactions = () => new Promise(process.nextTick);

it('begins the first at once, and then one in each iteration, in order', async () => {
  const pace = createPacing(new EventEmitter());
  const begun: number[] = [];
  for (const number of [1, 2, 3, 4]) void pace().then(() => begun.push(number));
  await reactions();
  const seen = [[...begun]];
  for (let count = 0; count < 4; count += 1) {
    await iteration();
    seen.push([...begun]);
  }
  expect(seen).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]]);
  void pace().then(() => begun.push(5));
  await reactions();
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

it('lets sixteen connections through before the next iteration, and no more', async () => {
  const server = new EventEmitter();
  const pace = createPacing(server);
  let begun = 0;
  const waits: number[] = [];
  for (let count = 0; count < 3; count += 1) void pace().then(() => (begun += 1));
  await reactions();
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
  await pace();
  const second = pace();
  const until = performance.now() + 5;
  while (performance.now() < until);
  expect(await second).toBeGreaterThanOrEqual(5);
});

it('begins each request in its own asynchronous context', async () => {
  const pace = createPacing(new EventEmitter());
  const storage = new AsyncLocalStorage<number>();
  const begun: unknown[] = [];
  for (const number of [1, 2, 3])
    storage.run(number, () => pace().then(() => begun.push(storage.getStore())));
  await expect.poll(() => begun).toEqual([1, 2, 3]);
});
