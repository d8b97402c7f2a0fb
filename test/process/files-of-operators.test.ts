import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { terminal } from '../../packages/toolkit/test/support/terminal.ts';
import { defaultProfileFile, readProfile } from '../../src/bank/core/iso20022/profile.ts';
import { readCallSettings } from '../../src/bank/remote-calls/settings.ts';
import { readProviderSettings } from '../../src/identity-provider/settings.ts';
import { readSeedFile } from '../../src/process/seed-file.ts';
import { readAnchors, readRevocationFile } from '../../src/process/trust-files.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { revocationList } from '../security/revocation-lists.ts';
import { authority, issue } from '../security/support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'marked '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const seal = issue({ organizationIdentifier: 'PSDNO-FSA-MARKED' });
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const listPem = `-----BEGIN X509 CRL-----\n${revocationList().toString('base64')}\n-----END X509 CRL-----\n`;

const upstream = (file: (text: string) => string) => {
  const read = readCallSettings(
    'UPSTREAM',
    {
      url: 'https://bank.example',
      keyFile: file(seal.privateKeyPem),
      certificateFile: file(seal.certificatePem),
      authoritiesFile: file(authority.certificatePem),
      timeoutMs: 1,
    },
    Date.parse('2026-06-15T12:00:00Z'),
  );
  return 'faults' in read ? read.faults.join('; ') : read.settings.identity;
};
const provider = (keyFile: string) => {
  const claims = { customerClaim: 'c', acrValues: [], timeoutMs: 1 };
  const read = readProviderSettings({ issuer: 'https://id.example', clientId: 'bank', keyFile, ...claims });
  return 'faults' in read ? read.faults.join('; ') : read.settings.key.algorithm;
};
const profile = (path: string) => {
  const read = readProfile(path);
  return 'faults' in read ? read.faults.join('; ') : Object.keys(read.profile);
};
const lists = (path: string) =>
  readRevocationFile(path, createTrustStore([authority.certificatePem])).lists.length;
const attempt = async (read: () => unknown): Promise<unknown> => {
  try {
    return await read();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

let count = 0;
const as = (encoding: 'plain' | 'marked' | 'utf16le') => (text: string) => {
  count += 1;
  const marked = encoding === 'plain' ? text : `\ufeff${text}`;
  return write(`${count}.file`, Buffer.from(marked, encoding === 'utf16le' ? encoding : 'utf8'));
};
type Write = ReturnType<typeof as>;

type Readers = Readonly<Record<string, (file: Write) => unknown>>;

const readersOfSettings: Readers = {
  'UPSTREAM_KEY, UPSTREAM_CERTIFICATE and UPSTREAM_CA': upstream,
  OIDC_KEY: (file) => provider(file(ecKey)),
  ISO_PROFILE: (file) => profile(file(readFileSync(defaultProfileFile, 'utf8'))),
  TRUST_ANCHORS: (file) => readAnchors(file(authority.certificatePem)),
  CRL_FILE: (file) => lists(file(listPem)),
  SANDBOX_SEED: (file) => readSeedFile(file('customers: []'), 0),
};
const readers: Readers = {
  ...readersOfSettings,
  'tpp sign --certificate, --key and --body @FILE': async (file) => {
    const files = ['--certificate', file(seal.certificatePem), '--key', file(seal.privateKeyPem)];
    const run = terminal({ DATA_DIR: folder });
    const { code, notes, json } = await run(
      'sign',
      'POST',
      '/v1/x',
      '--json',
      ...files,
      '--body',
      `@${file('{}')}`,
    );
    return code === 0 ? json.body : notes;
  },
  'tpp explain --request, and TRUST_ANCHORS': async (file) => {
    const run = terminal({ DATA_DIR: folder, TRUST_ANCHORS: file(authority.certificatePem) });
    const { code, notes, json } = await run('explain', '--json', '--request', file('GET /v1/x HTTP/1.1\n\n'));
    return code === 1 ? json.faults.length : notes;
  },
};

describe.each(Object.entries(readers))('%s', (_, read) => {
  it('is read after a byte order mark', async () => {
    expect(await attempt(() => read(as('marked')))).toEqual(await attempt(() => read(as('plain'))));
  });

  it('is refused in UTF-16, with a line that says so', async () => {
    expect(await attempt(() => read(as('utf16le')))).toMatch(
      /^[^\n]* is written in UTF-16; save it as UTF-8[^\n]*$/,
    );
  });
});

describe.each(Object.entries(readersOfSettings))('%s', (_, read) => {
  it.each([devNull, tmpdir()])(
    'that is no regular file is refused, with a line that says so: %s',
    async (path) => {
      expect(await attempt(() => read(() => path))).toMatch(/^[^\n]* is not a regular file[^\n]*$/);
    },
  );
});

it('a certificate in DER is not taken for UTF-16', () => {
  const der = Buffer.from(authority.certificatePem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  expect(() => readAnchors(write('ca.der', der))).toThrow(/The trust anchors contain no certificate\.$/);
});
