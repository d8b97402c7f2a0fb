import { get } from 'node:http';
import { expect, it } from 'vitest';
import { bodyBytesAtMost, listenAsCore } from '../../../src/bank/core-system/server.ts';

it('closes after its last response, so that no call meets a closed database', async () => {
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

it('takes bodies of any media type up to 5 MB, and refuses a larger one with 413', async () => {
  const lengths: number[] = [];
  const handle = async ({ bytes }: { readonly bytes: Uint8Array }) => {
    lengths.push(bytes.byteLength);
    return { status: 204 };
  };
  const core = await listenAsCore(handle, 0, null, () => 500);
  const put = async (length: number, type: string) => {
    const headers = { 'content-type': type };
    const answer = await fetch(core.url, { method: 'PUT', headers, body: new Uint8Array(length) });
    return answer.status;
  };
  expect(await put(bodyBytesAtMost, 'application/xml')).toBe(204);
  expect(await put(bodyBytesAtMost + 1, 'application/json')).toBe(413);
  expect(await put(2, 'application/json')).toBe(204);
  expect(lengths).toEqual([bodyBytesAtMost, 2]);
  await core.stop();
});

it.each([500, 503] as const)('answers %i without a body when a call fails', async (status) => {
  const error = new Error('no database');
  const failures: unknown[] = [];
  const failed = (cause: unknown) => {
    failures.push(cause);
    return status;
  };
  const core = await listenAsCore(() => Promise.reject(error), 0, null, failed);
  const answer = await fetch(core.url);
  expect([answer.status, await answer.text(), failures]).toEqual([status, '', [error]]);
  await core.stop();
});

it('accepts every target, also one that is no URL', async () => {
  const targets: string[] = [];
  const handle = async ({ path, query }: { readonly path: string; readonly query: URLSearchParams }) => {
    targets.push(`${path} ${query}`);
    return { status: 404 };
  };
  const core = await listenAsCore(handle, 0, null, () => 500);
  const statuses: (number | undefined)[] = [];
  for (const path of ['//', '//:0/x?after=1', '/reports?after=1&wait=2'])
    statuses.push(
      await new Promise((resolve) => {
        get(core.url, { path }, (response) => resolve(response.resume().statusCode));
      }),
    );
  expect(statuses).toEqual([404, 404, 404]);
  expect(targets).toEqual(['// ', '//:0/x after=1', '/reports after=1&wait=2']);
  await core.stop();
});
