import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { visitPages } from '../src/play/psu.ts';
import { CutOffError } from '../src/send.ts';
import { sandboxFolder } from './support/sandbox-folder.ts';
import { terminal } from './support/terminal.ts';

const dataDir = sandboxFolder('acme');
afterEach(() => void vi.unstubAllGlobals());

async function sentBy(args: readonly string[], env: Record<string, string> = {}): Promise<Headers> {
  let sent = new Headers();
  vi.stubGlobal('fetch', async (_: string, init: { headers?: Headers }) => {
    sent = init.headers ?? sent;
    return Response.json({ paymentId: 'p-1' }, { status: 201 });
  });
  expect((await terminal({ DATA_DIR: dataDir, ...env })(...args)).code).toBe(0);
  return sent;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;
const other = '11111111-1111-4111-8111-111111111111';

describe('an identity', () => {
  it('acts for one PSU, in separate sessions, by pay and by --psu', async () => {
    const all = [
      await sentBy(['pay']),
      await sentBy(['pay']),
      await sentBy(['send', 'POST', '/v1/signing-baskets', '--psu', '--body', '{}']),
    ];
    const [first] = all.map((headers) => headers.get('psu-id'));
    expect(first).toMatch(uuid);
    for (const headers of all) expect(headers.get('psu-id')).toBe(first);
    expect(new Set(all.map((headers) => headers.get('tpp-session-id'))).size).toBe(all.length);
  });

  it('acts for another PSU than other identities do', async () => {
    await terminal({ DATA_DIR: dataDir })('new', 'acme');
    const [demo, acme] = [await sentBy(['pay']), await sentBy(['pay', '--as', 'acme'])];
    expect(acme.get('psu-id')).toMatch(uuid);
    expect(acme.get('psu-id')).not.toBe(demo.get('psu-id'));
  });

  it('acts for the PSU of --psu-id, which includes --psu', async () => {
    expect((await sentBy(['pay', '--psu-id', other])).get('psu-id')).toBe(other);
    const sent = await sentBy(['send', 'POST', '/v1/signing-baskets', '--psu-id', other, '--body', '{}']);
    expect(sent.get('psu-id')).toBe(other);
    expect(sent.get('psu-context')).toBe('PRIVATE');
    expect((await sentBy(['send', 'GET', '/v1/x'])).get('psu-id')).toBeNull();
  });
});

describe('the PSU returns', () => {
  it.each([
    [{ PORT: '4321' }, [], 'http://localhost:4321/sandbox/return'],
    [{ PUBLIC_URL: 'https://bank.example/psd2/' }, [], 'https://bank.example/psd2/sandbox/return'],
    [{ PORT: '4321' }, ['--url', 'http://127.0.0.1:5000'], 'http://127.0.0.1:5000/sandbox/return'],
    // A bank accepts plain http only on a loopback host.
    [{ PUBLIC_URL: 'http://bank:4000' }, [], 'https://tpp.example/return'],
    [{}, ['--header', 'TPP-Redirect-URI: https://mine.example/'], 'https://mine.example/'],
  ])('%o %o', async (env, args, expected) => {
    expect((await sentBy(['pay', ...args], env)).get('tpp-redirect-uri')).toBe(expected);
  });
});

it('a page of the bank that is cut off is a failure of the service', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('<main>', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const visit = { link: `${base}/sca/x`, base, customerNumber: '1', outcome: 'APPROVE' as const };
  await expect(visitPages({ ...visit, onStep: () => undefined })).rejects.toThrow(CutOffError);
  server.close();
});
