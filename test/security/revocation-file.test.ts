import { mkdtempSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuthority } from '../../packages/toolkit/src/certificates.ts';
import { openRevocationFile } from '../../src/security/revocation-file.ts';
import { createLiveTrustStore, createTrustStore, TrustError } from '../../src/security/trust.ts';
import { invalidCertificate, utcTime } from './encode.ts';
import { revocationList } from './revocation-lists.ts';
import { authority, days, guardWith, issue, otherKeyPem, outcome, request } from './support.ts';

const trust = createTrustStore([authority.certificatePem]);
const revoked = issue({ organizationIdentifier: 'PSDNO-FSA-REVOKED' });
const demands = { digestRequired: true, role: 'PSP_PI' } as const;

describe('the file', () => {
  let folder = '';
  let path = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'crl-'));
    path = join(folder, 'lists');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const told: string[] = [];
  const opened = async (content: Uint8Array) => {
    await writeFile(path, content);
    told.length = 0;
    return await openRevocationFile({
      path,
      trust,
      onRead: ({ listCount, revokedCount }) => told.push(`read ${listCount} ${revokedCount}`),
      onFault: ({ message }) => told.push(message.replace(path, 'FILE')),
    });
  };
  const none = revocationList();
  const one = revocationList({ revoked: [revoked], thisUpdate: utcTime('260615000000Z') });

  it('is read again after a change, and applies to cached certificates', async () => {
    const revocations = await opened(none);
    const guard = guardWith({ revocations });
    const sent = request({ identity: revoked });
    const judgedNow = () => outcome(() => guard.verify(sent, demands));
    expect(judgedNow()).toBe('accepted');
    await writeFile(path, one);
    expect(judgedNow()).toBe('accepted');
    await revocations.refresh();
    expect([judgedNow(), judgedNow()]).toEqual([invalidCertificate, invalidCertificate]);
    await writeFile(`${path}.new`, none);
    await rename(`${path}.new`, path);
    await revocations.refresh();
    expect(judgedNow()).toBe('accepted');
    expect(told).toEqual(['read 1 0', 'read 1 1', 'read 1 0']);
  });

  it('is not read again without a change', async () => {
    const revocations = await opened(none);
    for (let turn = 0; turn < 3; turn += 1) await revocations.refresh();
    expect(told).toEqual(['read 1 0']);
  });

  it('is read again with replaced anchors, and then on request', async () => {
    const other = createAuthority({ commonName: 'Other CA', ...days(-10, 100), privateKeyPem: otherKeyPem });
    const live = createLiveTrustStore(createTrustStore([authority.certificatePem]));
    await writeFile(path, none);
    const faults: string[] = [];
    const revocations = await openRevocationFile({
      path,
      trust: live,
      onFault: ({ message }) => faults.push(message.replace(path, 'FILE')),
    });
    live.replace(createTrustStore([other.certificatePem]));
    await revocations.refresh();
    expect(faults).toEqual([]);
    await revocations.refresh({ evenUnchanged: true });
    await revocations.refresh();
    expect(faults).toEqual(['CRL_FILE FILE: list 1 is not signed by a trust anchor.']);
    await revocations.refresh({ evenUnchanged: true });
    expect(faults).toHaveLength(2);
  });

  it('that becomes unreadable leaves the last good lists in force, and is reported once', async () => {
    const revocations = await opened(one);
    const guard = guardWith({ revocations });
    const judgedNow = () => outcome(() => guard.verify(request({ identity: revoked }), demands));
    const bad = 'CRL_FILE FILE: it contains no certificate revocation list.';
    const gone = 'CRL_FILE FILE: it cannot be read.';
    for (const change of [
      () => writeFile(path, 'hello'),
      () => undefined,
      () => rm(path),
      () => undefined,
      () => writeFile(path, none.subarray(1)),
    ]) {
      await change();
      await revocations.refresh();
      expect(judgedNow()).toBe(invalidCertificate);
    }
    await writeFile(path, none);
    await revocations.refresh();
    expect(judgedNow()).toBe('accepted');
    expect(told).toEqual(['read 1 1', bad, gone, bad, 'read 1 0']);
  });

  it('is checked automatically until the watch ends', async () => {
    const revocations = await opened(none);
    const stop = revocations.watch(1);
    await writeFile(`${path}.new`, one);
    await rename(`${path}.new`, path);
    await expect.poll(() => told).toEqual(['read 1 0', 'read 1 1']);
    stop();
  });

  it('is not checked after the watch has ended', async () => {
    const revocations = await opened(none);
    vi.useFakeTimers();
    try {
      const stop = revocations.watch();
      expect(vi.getTimerCount()).toBe(1);
      stop();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it.runIf(process.platform === 'linux')('that exists but cannot be read stops it as well', async () => {
    // Nobody can read the beginning of a process's memory, not even root.
    const path = '/proc/self/mem';
    await expect(openRevocationFile({ path, trust })).rejects.toThrow(
      new TrustError(`CRL_FILE ${path}: it cannot be read.`),
    );
  });

  it.each([
    ['that is missing', 'missing', null, 'it cannot be read'],
    ['that is a folder', '', null, 'it is not a file'],
    ['that is empty', 'empty', 0, 'it contains no certificate revocation list'],
    [
      'that is as large as it may be',
      'most',
      16 * 1_024 * 1_024,
      'it contains no certificate revocation list',
    ],
    ['that is too large', 'large', 16 * 1_024 * 1_024 + 1, 'it has more than 16777216 bytes'],
  ])('%s stops the start in one line', async (_, name, size, expected) => {
    const other = join(folder, name);
    if (size !== null) await writeFile(other, Buffer.alloc(size));
    await expect(openRevocationFile({ path: other, trust })).rejects.toThrow(
      new TrustError(`CRL_FILE ${other}: ${expected}.`),
    );
  });
});
