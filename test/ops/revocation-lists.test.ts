/** ops/kubernetes/revocation-lists/fetch.mjs, which reads from a server of this test. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthority } from '../../packages/toolkit/src/certificates.ts';
import { readRevocations } from '../../src/security/revocation.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { root } from '../documents/markdown.ts';
import { entry, listPem, revocationList } from '../security/revocation-lists.ts';
import { authority, days, otherKeyPem } from '../security/support.ts';

const other = createAuthority({ commonName: 'Another CA', ...days(-10, 365), privateKeyPem: otherKeyPem });
const trust = createTrustStore([authority.certificatePem, other.certificatePem]);
/** A list that revokes so many certificates. */
const listOf = (issuer: typeof other, revoked: number) =>
  revocationList({
    issuer,
    entries: Array.from({ length: revoked }, (_, index) => entry(BigInt(index + 1))),
  });

const pages = new Map<string, Buffer | string>();
const server = createServer(({ url = '' }, response) => {
  const page = pages.get(url);
  response.writeHead(page === undefined ? 503 : 200).end(page);
});
let folder: string;
let file: string;
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lists-'));
  file = join(folder, 'lists.crl');
  pages.clear();
  pages.set('/der', listOf(authority, 2)).set('/pem', listPem(listOf(other, 3)));
  return () => rmSync(folder, { recursive: true });
});

function fetchLists(...paths: readonly string[]): Promise<{ code: number; errors: string }> {
  const { port } = server.address() as AddressInfo;
  const urls = join(folder, 'urls.txt');
  const lines = paths.map((path) => `  http://127.0.0.1:${port}${path}`);
  writeFileSync(urls, `# A comment.\n\n${lines.join('\n')}\n`);
  const script = `${root}ops/kubernetes/revocation-lists/fetch.mjs`;
  return new Promise((resolve) => {
    execFile(process.execPath, [script, urls, file], (error, _, errors) =>
      resolve({ code: Number(error?.code ?? 0), errors }),
    );
  });
}

/** What the service reads: lists, and certificates that they revoke. */
function countsOf(path: string): readonly number[] {
  const { lists, revokedCount } = readRevocations(readFileSync(path), trust);
  return [lists.length, revokedCount];
}

describe('the job that fetches revocation lists', () => {
  it('writes what all addresses give, DER or PEM, into one file that the service reads', async () => {
    expect(await fetchLists('/der', '/pem')).toEqual({ code: 0, errors: '' });
    expect(countsOf(file)).toEqual([2, 5]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('renews the other lists when an address fails, keeps its last list, and fails itself', async () => {
    await fetchLists('/der', '/pem');
    pages.delete('/der');
    pages.set('/pem', listPem(listOf(other, 4)));
    const { code, errors } = await fetchLists('/der', '/pem');
    expect([code, errors]).toEqual([1, expect.stringMatching(/^http:\S+\/der: HTTP 503\n$/)]);
    expect(countsOf(file)).toEqual([2, 6]);
  });

  it('writes no file while an address has never given a list', async () => {
    const { code, errors } = await fetchLists('/der', '/none');
    expect([code, errors]).toEqual([1, expect.stringContaining('lists.crl stays as it is')]);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['a page of a proxy', '<html>log in</html>', 'no revocation list'],
    ['more than the service reads', Buffer.alloc(16 * 1_024 * 1_024 + 1, 0x30), 'more than 16777216 bytes'],
  ])('takes no %s for a list', async (_, page, fault) => {
    await fetchLists('/der');
    pages.set('/der', page);
    const { code, errors } = await fetchLists('/der');
    expect([code, errors]).toEqual([1, expect.stringContaining(`/der: ${fault}`)]);
    expect(countsOf(file)).toEqual([1, 2]);
  });
});
