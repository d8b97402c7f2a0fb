import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { laySandboxKeys } from '../../../test/support/keys.ts';
import { rounds } from '../../../test/support/nightly.ts';
import { ensureAuthority, ensureSandboxFiles, ensureTpp, nameOf } from '../src/files.ts';

const now = new Date('2026-06-15T12:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tpp files '));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const names = ['ca.key', 'ca.pem', 'demo.key', 'demo.pem'];
const read = async () =>
  Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dataDir, 'tpp', name), 'utf8')])),
  );
const changed = (before: Record<string, string>, after: Record<string, string>) =>
  names.filter((name) => before[name] !== after[name]);

async function expectWhole(): Promise<void> {
  const files = await read();
  const [ca, demo] = [
    new X509Certificate(files['ca.pem'] ?? ''),
    new X509Certificate(files['demo.pem'] ?? ''),
  ];
  expect(ca.checkPrivateKey(createPrivateKey(files['ca.key'] ?? ''))).toBe(true);
  expect(demo.checkPrivateKey(createPrivateKey(files['demo.key'] ?? ''))).toBe(true);
  expect(demo.checkIssued(ca) && demo.verify(ca.publicKey)).toBe(true);
  expect((await readdir(join(dataDir, 'tpp'))).sort()).toEqual(names);
}

describe('the files of a sandbox', () => {
  it('are created once and kept, the keys readable only by their owner', async () => {
    const { authorityPem, demo } = await ensureSandboxFiles(dataDir, now);
    const first = await read();
    expect(authorityPem).toBe(first['ca.pem']);
    expect(demo.organizationIdentifier).toMatch(/^PSDNO-FSA-\w+$/);
    expect(demo.certificatePath).toBe(join(dataDir, 'tpp', 'demo.pem'));
    expect(demo.keyPath).toBe(join(dataDir, 'tpp', 'demo.key'));
    await expectWhole();
    for (const name of ['ca.key', 'demo.key']) {
      if (process.platform !== 'win32')
        expect((await stat(join(dataDir, 'tpp', name))).mode & 0o777).toBe(0o600);
    }
    const again = await ensureSandboxFiles(dataDir, later(100));
    expect(again.authorityPem).toBe(authorityPem);
    expect(changed(first, await read())).toEqual([]);
  });

  it('are complete when several processes start together', async () => {
    const all = await Promise.all(
      Array.from({ length: rounds(2, 4) }, () => ensureSandboxFiles(dataDir, now)),
    );
    await expectWhole();
    const keys = new Set(
      all.map(({ authorityPem }) =>
        new X509Certificate(authorityPem).publicKey.export({ type: 'spki', format: 'pem' }),
      ),
    );
    expect(keys.size).toBe(1);
    const { certificatePath } = all[0]?.demo ?? { certificatePath: '' };
    const demo = new X509Certificate(await readFile(certificatePath, 'utf8'));
    for (const { authorityPem } of all)
      expect(demo.checkIssued(new X509Certificate(authorityPem))).toBe(true);
  });

  it('are complete in a runner with its own global Error, such as Jest', async () => {
    vi.stubGlobal('Error', runInNewContext('Error'));
    try {
      await Promise.all([ensureSandboxFiles(dataDir, now), ensureSandboxFiles(dataDir, now)]);
    } finally {
      vi.unstubAllGlobals();
    }
    await expectWhole();
  });

  it.each([
    ['ca.pem', ['ca.pem']],
    ['demo.pem', ['demo.pem']],
    ['demo.key', ['demo.key', 'demo.pem']],
    ['ca.key', ['ca.key', 'ca.pem', 'demo.pem']],
  ])('that are missing are created again, with their dependent files: %s', async (name, expected) => {
    await ensureSandboxFiles(laySandboxKeys(dataDir), now);
    const before = await read();
    await rm(join(dataDir, 'tpp', name));
    await ensureSandboxFiles(dataDir, now);
    expect(changed(before, await read())).toEqual(expected);
    await expectWhole();
  });

  it.each(['ca.pem', 'demo.pem'])('with an invalid certificate are created again: %s', async (name) => {
    await ensureSandboxFiles(laySandboxKeys(dataDir), now);
    await writeFile(join(dataDir, 'tpp', name), 'rubbish');
    await ensureSandboxFiles(dataDir, now);
    await expectWhole();
  });

  it.each(['ca.key', 'demo.key'])(
    'with an unusable key are refused and stay as they are: %s',
    async (name) => {
      await ensureSandboxFiles(laySandboxKeys(dataDir), now);
      const file = join(dataDir, 'tpp', name);
      const key = createPrivateKey(await readFile(file, 'utf8'));
      const encrypted = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
      for (const content of ['rubbish', '', encrypted, Buffer.from('rubbish', 'utf16le')]) {
        await writeFile(file, content);
        const before = await read();
        await expect(ensureSandboxFiles(dataDir, now)).rejects.toThrow(
          / Restore it from a backup, or delete it\. If you delete it, a new key is created/,
        );
        expect(changed(before, await read())).toEqual([]);
      }
    },
  );

  it.each(['ca.key', 'ca.pem', 'demo.key'])('that cannot be read are not replaced: %s', async (name) => {
    await ensureSandboxFiles(laySandboxKeys(dataDir), now);
    const before = await read();
    const file = join(dataDir, 'tpp', name);
    await rename(file, `${file}.kept`);
    // A pipe that nobody writes would let the start wait.
    execFileSync('mkfifo', [file]);
    await expect(ensureSandboxFiles(dataDir, now)).rejects.toThrow(
      `${file} is not a regular file. Restore it`,
    );
    await rm(file);
    symlinkSync(file, file);
    await expect(ensureSandboxFiles(dataDir, now)).rejects.toMatchObject({ code: 'ELOOP', path: file });
    await rm(file);
    await rename(`${file}.kept`, file);
    expect(changed(before, await read())).toEqual([]);
  });

  it('of another TPP may be unreadable: a TPP is found by its tppId all the same', async () => {
    await ensureSandboxFiles(dataDir, now);
    const folder = join(dataDir, 'tpp');
    await mkdir(join(folder, 'aaa.pem'));
    expect(nameOf(folder, 'PSDNO-FSA-DEMOTPP1')).toBe('demo');
    expect(nameOf(folder, 'nobody')).toBe('nobody');
  });

  it('are renewed 30 days before they expire: certificates, never keys', async () => {
    await ensureSandboxFiles(laySandboxKeys(dataDir), now);
    const before = await read();
    await ensureSandboxFiles(dataDir, later(699));
    expect(changed(before, await read())).toEqual([]);
    await ensureSandboxFiles(dataDir, later(701));
    expect(changed(before, await read())).toEqual(['demo.pem']);
    const middle = await read();
    await ensureSandboxFiles(dataDir, later(3_640));
    expect(changed(middle, await read())).toEqual(['ca.pem', 'demo.pem']);
    await expectWhole();
  });

  it('hold further TPPs, which a renewed CA still certifies', async () => {
    const folder = join(laySandboxKeys(dataDir, 'acme'), 'tpp');
    const tpp = {
      organizationIdentifier: 'PSDNO-FSA-ACME',
      organizationName: 'Acme',
      roles: ['PSP_PI'],
    } as const;
    const acme = await ensureTpp(folder, await ensureAuthority(folder, now), 'acme', tpp, later(3_000));
    const renewed = new X509Certificate((await ensureAuthority(folder, later(3_640))).certificatePem);
    const certificate = new X509Certificate(await readFile(acme.certificatePath, 'utf8'));
    expect(certificate.checkIssued(renewed) && certificate.verify(renewed.publicKey)).toBe(true);
  });
});
