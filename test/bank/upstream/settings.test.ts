import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPrivateKey } from '../../../packages/toolkit/src/certificates.ts';
import { type CallFiles, readCallSettings } from '../../../src/bank/remote-calls/settings.ts';
import { otherKey } from '../../support/keys.ts';
import { authority, certificateOf, identity, now } from './support/client.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'upstream '));
  write('key.pem', identity.privateKeyPem);
  write('certificate.pem', identity.certificatePem);
  write('ca.pem', authority.certificatePem);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const write = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

const read = (more: Partial<CallFiles> = {}, when = now.getTime()) =>
  readCallSettings(
    'UPSTREAM',
    {
      url: 'https://bank.example/api',
      keyFile: at('key.pem'),
      certificateFile: at('certificate.pem'),
      authoritiesFile: at('ca.pem'),
      timeoutMs: 8_000,
      ...more,
    },
    when,
  );

describe('settings that fit', () => {
  it('are read', () => {
    expect(read()).toMatchObject({
      settings: { url: 'https://bank.example/api', identity, timeoutMs: 8_000 },
      warnings: [],
    });
  });

  it('need no UPSTREAM_CA: the CAs of Node apply', () => {
    expect(read({ authoritiesFile: undefined })).toMatchObject({ settings: { authorities: null } });
  });

  it('may hold a chain, and several CAs with text between them', () => {
    const chain = `subject=facade\n${identity.certificatePem}\n${authority.certificatePem}`;
    const answer = read({
      certificateFile: write('chain.pem', chain),
      authoritiesFile: write(
        'cas.pem',
        `# one\n${authority.certificatePem}# two\n${authority.certificatePem}`,
      ),
    });
    expect(answer).toMatchObject({
      settings: { authorities: [expect.any(String), expect.any(String)] },
      warnings: [],
    });
  });

  it.each([
    [8, 0],
    [6, 1],
  ])('with a certificate that ends in %i days have %i warnings', (days, count) => {
    const { certificatePem, privateKeyPem } = certificateOf('facade', [-1, days]);
    const answer = read({
      certificateFile: write('soon.pem', certificatePem),
      keyFile: write('soon.key', privateKeyPem),
    });
    expect(answer).toHaveProperty('settings');
    const { warnings } = answer as { warnings: readonly string[] };
    expect(warnings).toHaveLength(count);
    if (count > 0)
      expect(warnings[0]).toMatch(
        /^UPSTREAM_CERTIFICATE: the certificate in .*soon\.pem expires at \d{4}-\S+Z\. Renew it before then\.$/,
      );
  });
});

describe('a setting that does not fit', () => {
  const faultsOf = (more: Partial<CallFiles>, when?: number) =>
    (read(more, when) as { faults: readonly string[] }).faults.map((one) => one.replaceAll(folder, ''));
  const encrypted = () =>
    createPrivateKey(identity.privateKeyPem)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
      .toString();
  const elliptic = () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();

  it.each<[string, () => Partial<CallFiles>, string]>([
    ['no key there', () => ({ keyFile: at('nowhere') }), 'UPSTREAM_KEY: the file /nowhere cannot be read'],
    ['a folder', () => ({ keyFile: folder }), 'UPSTREAM_KEY: the file  is not a regular file'],
    [
      'no key in it',
      () => ({ keyFile: at('certificate.pem') }),
      'UPSTREAM_KEY: the file /certificate.pem does not contain a private key in PEM',
    ],
    [
      'an encrypted key',
      () => ({ keyFile: write('x.key', encrypted()) }),
      'UPSTREAM_KEY: the file /x.key is encrypted; it must be readable without a passphrase',
    ],
    [
      'an elliptic key',
      () => ({ keyFile: write('x.key', elliptic()) }),
      'UPSTREAM_KEY: the file /x.key does not contain an RSA key, which rsa-sha256 requires',
    ],
    [
      'a short key',
      () => ({ keyFile: write('x.key', newPrivateKey(1_024)) }),
      'UPSTREAM_KEY: the file /x.key has a key of 1024 bits; at least 2048 are required',
    ],
    [
      'another key',
      () => ({ keyFile: write('x.key', otherKey(identity.privateKeyPem)) }),
      'UPSTREAM_KEY: the file /x.key does not belong to UPSTREAM_CERTIFICATE',
    ],
    [
      'no certificate there',
      () => ({ certificateFile: at('nowhere') }),
      'UPSTREAM_CERTIFICATE: the file /nowhere cannot be read',
    ],
    [
      'no certificate in it',
      () => ({ certificateFile: at('key.pem') }),
      'UPSTREAM_CERTIFICATE: the file /key.pem does not contain a certificate in PEM',
    ],
    [
      'a broken certificate',
      () => ({ certificateFile: write('x.pem', identity.certificatePem.replace('MII', 'MIX')) }),
      'UPSTREAM_CERTIFICATE: the file /x.pem contains a certificate that cannot be read',
    ],
    [
      'no CA there',
      () => ({ authoritiesFile: at('nowhere') }),
      'UPSTREAM_CA: the file /nowhere cannot be read',
    ],
    [
      'no CA in it',
      () => ({ authoritiesFile: write('x.pem', '') }),
      'UPSTREAM_CA: the file /x.pem does not contain a certificate in PEM',
    ],
  ])('%s', (_, given, fault) => {
    expect(faultsOf(given())).toEqual([fault]);
  });

  it('a certificate that has ended, or that is not yet valid', () => {
    const day = 86_400_000;
    expect(faultsOf({}, now.getTime() + 91 * day)).toEqual([
      expect.stringMatching(
        /^UPSTREAM_CERTIFICATE: the file \/certificate\.pem contains a certificate that expired at \S+Z$/,
      ),
    ]);
    expect(faultsOf({}, now.getTime() - 2 * day)).toEqual([
      expect.stringMatching(
        /^UPSTREAM_CERTIFICATE: the file \/certificate\.pem contains a certificate that is not valid before \S+Z$/,
      ),
    ]);
    expect(faultsOf({}, now.getTime() + 400 * day)).toContain(
      'UPSTREAM_CA: the file /ca.pem contains only expired certificates',
    );
  });

  it('all faults at once, without the content of any file', () => {
    const faults = faultsOf({ keyFile: at('a'), certificateFile: at('b'), authoritiesFile: at('c') });
    expect(faults).toEqual([
      'UPSTREAM_KEY: the file /a cannot be read',
      'UPSTREAM_CERTIFICATE: the file /b cannot be read',
      'UPSTREAM_CA: the file /c cannot be read',
    ]);
  });
});
