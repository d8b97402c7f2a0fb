/** How the core system's port closes. */
import { expect, it } from 'vitest';
import { listenAsCore } from '../../src/core-system/server.ts';

it('is closed once nothing is being answered any more, so that no call meets a database that is gone', async () => {
  let answer = () => {};
  let asked = () => {};
  const called = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const handle = () =>
    new Promise<{ status: number }>((resolve) => {
      answer = () => resolve({ status: 200 });
      asked();
    });
  const core = await listenAsCore(handle, 0, null, () => 500);
  const call = fetch(core.url).catch(() => null);
  await called;
  let closed = false;
  const stopping = core.stop().then(() => {
    closed = true;
  });
  await call;
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toBe(false);
  answer();
  await stopping;
});
