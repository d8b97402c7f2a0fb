import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthority,
  issueCertificate,
  type KeyAndCertificate,
  validity,
} from '../../packages/toolkit/src/certificates.ts';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { sharedKey } from '../support/keys.ts';
import { domesticPath } from '../support/story.ts';
import { upstreamSettings } from '../support/upstream.ts';
import { newFolder, type Service, startService } from './child.ts';

const valid = validity(new Date(), -1, 90);
const [first, second] = ['First CA', 'Second CA'].map((commonName) =>
  createAuthority({ commonName, privateKeyPem: sharedKey(), ...valid }),
) as [KeyAndCertificate, KeyAndCertificate];
const sealOf = (authority: KeyAndCertificate) =>
  issueCertificate({
    authority,
    commonName: 'seal',
    privateKeyPem: sharedKey(),
    organizationIdentifier: 'PSDNO-FSA-ROTATED',
    organizationName: 'Rotated AS',
    roles: ['PSP_PI'],
    ...valid,
  });
const seals = { first: sealOf(first), second: sealOf(second) };

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

describe('files that are replaced while the service runs', { timeout: 90_000 }, () => {
  let bank: Bank;
  let service: Service;
  let base: string;
  let folder: string;
  let anchors: string;
  beforeAll(async () => {
    bank = await startBank();
    folder = newFolder();
    anchors = join(folder, 'anchors.pem');
    writeFileSync(anchors, first.certificatePem);
    service = startService(
      { ...upstreamSettings(folder, 30), TRUST_ANCHORS: anchors, DATABASE_URL: bank.databaseUrl },
      folder,
    );
    base = (await service.ready()).replace('localhost', '127.0.0.1');
  }, 60_000);
  afterAll(async () => {
    await service?.kill();
    await bank?.stop();
  });

  const statusOf = async (seal: KeyAndCertificate): Promise<number> => {
    const url = `${base}${domesticPath}/none`;
    const signed = { method: 'GET', url, headers: { 'psu-ip-address': '192.0.2.1' }, body: null };
    return (await fetch(url, { headers: signRequest(signed, seal) })).status;
  };
  const said = (msg: string) => service.log().filter((line) => line.msg === msg);
  const soon = { timeout: 10_000, interval: 100 };

  it('anchors apply at once, and a TPP of a removed one is refused although it is cached', async () => {
    expect([await statusOf(seals.first), await statusOf(seals.second)]).toEqual([404, 401]);
    replace(anchors, second.certificatePem);
    await expect.poll(() => statusOf(seals.second), soon).toBe(404);
    expect(await statusOf(seals.first)).toBe(401);
    await expect.poll(() => said('files read again'), soon).toMatchObject([{ files: 'TRUST_ANCHORS' }]);
  });

  it('unreadable anchors leave the others in force', async () => {
    replace(anchors, 'none');
    await expect
      .poll(() => said('files cannot be used; what was read before stays in force'), soon)
      .toMatchObject([{ level: 40, files: 'TRUST_ANCHORS', detail: expect.stringContaining(anchors) }]);
    expect(await statusOf(seals.second)).toBe(404);
    replace(anchors, second.certificatePem);
    await expect.poll(() => said('files read again'), soon).toHaveLength(2);
  });

  it('key and certificate for the remote bank apply once they fit together', async () => {
    const endsAt = async () => {
      const text = await (await fetch(`${base}/metrics`)).text();
      const [, seconds] = /^psd2_upstream_certificate_end_timestamp_seconds (\S+)$/m.exec(text) ?? [];
      return Math.round((Number(seconds) * 1_000 - Date.now()) / 86_400_000);
    };
    expect(await endsAt()).toBe(30);
    const next = join(folder, 'next');
    mkdirSync(next);
    const {
      UPSTREAM_KEY: key,
      UPSTREAM_CERTIFICATE: certificate,
      UPSTREAM_CA: ca,
    } = upstreamSettings(next, 60);
    for (const path of [key, certificate, ca]) renameSync(path, path.replace(next, folder));
    await expect.poll(endsAt, soon).toBe(60);
    await expect
      .poll(() => said('files read again').at(-1), soon)
      .toMatchObject({ files: 'UPSTREAM_KEY, UPSTREAM_CERTIFICATE, UPSTREAM_CA' });
  });

  it.skipIf(process.platform === 'win32')(
    'all are read again at SIGHUP, and the service goes on',
    async () => {
      const before = said('files read again').length;
      service.child.kill('SIGHUP');
      await expect
        .poll(
          () =>
            said('files read again')
              .slice(before)
              .map(({ files }) => files),
          soon,
        )
        .toEqual(['TRUST_ANCHORS', 'UPSTREAM_KEY, UPSTREAM_CERTIFICATE, UPSTREAM_CA']);
      expect(await statusOf(seals.second)).toBe(404);
    },
  );
});
