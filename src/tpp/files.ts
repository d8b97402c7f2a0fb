/** The sandbox's own CA and its demo TPP, made once under DATA_DIR/tpp and kept. */
import { randomUUID, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createAuthority, issueCertificate, type KeyAndCertificate } from './certificates.ts';

export interface DemoTpp {
  readonly organizationIdentifier: string;
  readonly certificatePath: string;
  readonly keyPath: string;
}

export interface SandboxFiles {
  readonly authorityPem: string;
  readonly demo: DemoTpp;
}

/** As ETSI TS 119 495 has it: PSD, country, competent authority, number. */
export const demoOrganizationIdentifier = 'PSDNO-FSA-999999999';
const day = 86_400_000;

export function tppFolder(dataDir: string): string {
  return resolve(dataDir, 'tpp');
}

/** Reads the files, makes those that are missing or about to expire. Safe for two processes at once. */
export async function ensureSandboxFiles(dataDir: string, now: Date = new Date()): Promise<SandboxFiles> {
  const folder = tppFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const authority = await ensurePair(folder, 'ca', now, () =>
    createAuthority({
      commonName: 'Sandbox Test CA',
      notBefore: new Date(now.getTime() - day),
      notAfter: new Date(now.getTime() + 3_650 * day),
    }),
  );
  await ensurePair(
    folder,
    'demo',
    now,
    () => issueFor(authority, demoOrganizationIdentifier, 'Demo TPP AS', now),
    (pem) => new X509Certificate(pem).verify(new X509Certificate(authority.certificatePem).publicKey),
  );
  return {
    authorityPem: authority.certificatePem,
    demo: {
      organizationIdentifier: demoOrganizationIdentifier,
      certificatePath: join(folder, 'demo.pem'),
      keyPath: join(folder, 'demo.key'),
    },
  };
}

/** A certificate of the sandbox CA for any TPP, with all PSD2 roles of a TPP. */
export function issueFor(
  authority: KeyAndCertificate,
  organizationIdentifier: string,
  name: string,
  now: Date,
): KeyAndCertificate {
  return issueCertificate({
    authority,
    organizationIdentifier,
    organizationName: name,
    commonName: `${name} QSeal`,
    roles: ['PSP_PI', 'PSP_AI', 'PSP_IC'],
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + 730 * day),
  });
}

/** Reads a pair of files; null when one is missing. */
export function readPair(folder: string, name: string): KeyAndCertificate | null {
  const [certificate, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  if (!existsSync(certificate) || !existsSync(key)) return null;
  return { certificatePem: readFileSync(certificate, 'utf8'), privateKeyPem: readFileSync(key, 'utf8') };
}

async function ensurePair(
  folder: string,
  name: string,
  now: Date,
  make: () => KeyAndCertificate,
  fits: (pem: string) => boolean = () => true,
): Promise<KeyAndCertificate> {
  const lock = join(folder, `${name}.making`);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const found = readPair(folder, name);
    if (found && usable(found.certificatePem, now) && fits(found.certificatePem)) return found;
    if (await claim(lock)) {
      try {
        const made = make();
        await writePair(folder, name, made);
        return made;
      } finally {
        await rm(lock, { force: true });
      }
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${lock} is held by another process; delete it if there is none`);
}

/** True for whoever makes the lock file; a lock of a process that has died is taken over. */
async function claim(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0);
    if (owner > 0 && !alive(owner)) await rm(lock, { force: true });
    return false;
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function usable(pem: string, now: Date): boolean {
  const certificate = new X509Certificate(pem);
  return (
    Date.parse(certificate.validTo) - now.getTime() > 30 * day &&
    Date.parse(certificate.validFrom) <= now.getTime()
  );
}

/** The key goes first, so that a certificate never stands without its key. */
export async function writePair(folder: string, name: string, pair: KeyAndCertificate): Promise<void> {
  for (const [suffix, text, mode] of [
    ['key', pair.privateKeyPem, 0o600],
    ['pem', pair.certificatePem, 0o644],
  ] as const) {
    const scratch = join(folder, `.${name}.${suffix}.${randomUUID()}`);
    await writeFile(scratch, text, { mode });
    await chmod(scratch, mode);
    await rename(scratch, join(folder, `${name}.${suffix}`));
  }
}
