import { mkdtempSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLiveFiles } from '../../src/process/live-files.ts';
import { openAnchors, openRevocations, openTrust } from '../../src/process/trust-files.ts';
import { createTrustStore, TrustError } from '../../src/security/trust.ts';
import { invalidCertificate, utcTime } from './encode.ts';
import { revocationList } from './revocation-lists.ts';
import { authority, demands, guardWith, issue, otherAuthority, outcome, request } from './support.ts';

const trust = createTrustStore([authority.certificatePem]);
const revoked = issue({ organizationIdentifier: 'PSDNO-FSA-REVOKED' });

describe('the file', () => {
  let folder = '';
  let path = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'crl-'));
    path = join(folder, 'lists');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const told: string[] = [];
  const warnings: string[] = [];
  const shown = (text: string) => text.replaceAll(path, 'FILE');
  const parts = () => ({
    live: createLiveFiles({
      onReload: (name) => told.push(`${name} again`),
      onFault: (_, text) => told.push(shown(text)),
    }),
    logs: {
      event: (_: string, { lists, revoked }: Readonly<Record<string, unknown>> = {}) =>
        void told.push(`read ${lists} ${revoked}`),
      warn: (text: string) => void warnings.push(text),
    },
  });
  const opened = async (content: Uint8Array) => {
    await writeFile(path, content);
    told.length = 0;
    const { live, logs } = parts();
    return { live, revocations: openRevocations(path, trust, null, { live, logs }) };
  };
  const open = (file: string) => openRevocations(file, trust, null, parts());
  const none = revocationList();
  const one = revocationList({ revoked: [revoked], thisUpdate: utcTime('260615000000Z') });
  const cleared = revocationList({ thisUpdate: utcTime('260615060000Z') });

  it('is read again after a change, and applies to cached certificates', async () => {
    const { live, revocations } = await opened(none);
    const guard = guardWith({ revocations });
    const sent = request({ identity: revoked });
    const judgedNow = () => outcome(() => guard.verify(sent, demands));
    expect(judgedNow()).toBe('accepted');
    await writeFile(path, one);
    expect(judgedNow()).toBe('accepted');
    live.reload();
    expect([judgedNow(), judgedNow()]).toEqual([invalidCertificate, invalidCertificate]);
    await writeFile(`${path}.new`, cleared);
    await rename(`${path}.new`, path);
    live.reload();
    expect(judgedNow()).toBe('accepted');
    expect(told).toEqual(['read 1 0', 'read 1 1', 'CRL_FILE again', 'read 1 0', 'CRL_FILE again']);
  });

  it('with an older list of a CA leaves the newer one in force, and lets lists of other CAs in or out', async () => {
    const other = otherAuthority('Other CA');
    const both = createTrustStore([authority.certificatePem, other.certificatePem]);
    await writeFile(path, one);
    const { live, logs } = parts();
    const revocations = openRevocations(path, both, null, { live, logs });
    const guard = guardWith({ trust: both, revocations });
    const [otherTpp, ownTpp] = [issue({ authority: other }), revoked].map((identity) =>
      request({ identity }),
    );
    const judgedAfter = async (...lists: readonly Buffer[]) => {
      await writeFile(path, Buffer.concat(lists));
      live.reload();
      return [ownTpp, otherTpp].map((sent) => sent && outcome(() => guard.verify(sent, demands)));
    };
    const ofOther = revocationList({ issuer: other, nextUpdate: utcTime('260615110000Z') });
    expect(await judgedAfter(none)).toEqual([invalidCertificate, 'accepted']);
    expect(await judgedAfter(none, ofOther)).toEqual([invalidCertificate, invalidCertificate]);
    expect(await judgedAfter(ofOther)).toEqual(['accepted', invalidCertificate]);
    expect(await judgedAfter(cleared)).toEqual(['accepted', 'accepted']);
  });

  it('has the end of the lists that were read last', async () => {
    const { live, revocations } = await opened(revocationList({ nextUpdate: utcTime('300101000000Z') }));
    expect(new Date(revocations.validUntil()).getUTCFullYear()).toBe(2030);
    await writeFile(path, revocationList({ nextUpdate: utcTime('310101000000Z') }));
    live.reload();
    expect(new Date(revocations.validUntil()).getUTCFullYear()).toBe(2031);
  });

  it('with a list that has ended causes a warning when it is read', async () => {
    warnings.length = 0;
    await opened(revocationList({ nextUpdate: utcTime('300101000000Z') }));
    expect(warnings).toEqual([]);
    const ended = { thisUpdate: utcTime('191201000000Z'), nextUpdate: utcTime('200101000000Z') };
    await opened(revocationList(ended));
    expect(warnings).toEqual(['revocation list ended']);
  });

  it('is not read again without a change', async () => {
    const { live } = await opened(none);
    for (let turn = 0; turn < 3; turn += 1) live.reload();
    expect(told).toEqual(['read 1 0']);
  });

  it('is read again with replaced anchors, and then on request', async () => {
    const other = otherAuthority('Other CA');
    const anchorsFile = join(folder, 'anchors');
    await writeFile(anchorsFile, authority.certificatePem);
    await writeFile(path, none);
    const { live, logs } = parts();
    const anchors = openAnchors(anchorsFile, live);
    openRevocations(path, openTrust(null, anchors), anchors, { live, logs });
    const fault = 'CRL_FILE FILE: list 1 is not signed by a trust anchor.';
    told.length = 0;
    await writeFile(anchorsFile, other.certificatePem);
    live.reload();
    live.reload();
    expect(told).toEqual(['TRUST_ANCHORS again', fault]);
    live.reload({ evenUnchanged: true });
    expect(told.slice(2)).toContain(fault);
  });

  it('that becomes unreadable leaves the last good lists in force, and is reported once', async () => {
    const { live, revocations } = await opened(one);
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
      live.reload();
      expect(judgedNow()).toBe(invalidCertificate);
    }
    await writeFile(path, cleared);
    live.reload();
    expect(judgedNow()).toBe('accepted');
    expect(told).toEqual(['read 1 1', bad, gone, bad, 'read 1 0', 'CRL_FILE again']);
  });

  it.runIf(process.platform === 'linux')('that exists but cannot be read stops it as well', () => {
    // Nobody can read the beginning of a process's memory, not even root.
    const path = '/proc/self/mem';
    expect(() => open(path)).toThrow(new TrustError(`CRL_FILE ${path}: it cannot be read.`));
  });

  it.each([
    ['that is missing', 'missing', null, 'it cannot be read'],
    ['that is a folder', '', null, 'it is not a regular file'],
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
    expect(() => open(other)).toThrow(new TrustError(`CRL_FILE ${other}: ${expected}.`));
  });
});
