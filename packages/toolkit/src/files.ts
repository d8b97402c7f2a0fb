/** The CA of the sandbox and its TPPs in DATA_DIR/tpp. Processes that start together use the same key files. */
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { constants, readdirSync, statSync } from 'node:fs';
import { copyFile, link, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FileTextError, fileText } from '../../../src/domain/values/file-text.ts';
import { readOperatorFile } from '../../../src/operator-file.ts';
import type { ToolkitEnvironment } from './address.ts';
import {
  createAuthority,
  type IssueOptions,
  issueCertificate,
  type KeyAndCertificate,
  newPrivateKey,
  type Role,
  rolesIn,
  type Validity,
  validity,
} from './certificates.ts';
import { makeFolders } from './make-folders.ts';
import { at } from './record.ts';
import { replaceFile, secretMode, withPath, writeNewFile } from './replace-file.ts';

export interface TppFiles {
  readonly organizationIdentifier: string;
  readonly certificatePath: string;
  readonly keyPath: string;
}

export interface SandboxFiles {
  readonly authorityPem: string;
  readonly demo: TppFiles;
  readonly seal: KeyAndCertificate;
}

/** A key or certificate that nothing may replace, because others rely on it. The message is for the operator. */
export class KeyFileError extends Error {
  constructor(path: string, why: string) {
    super(
      `${path} ${why}. Restore it from a backup, or delete it. If you delete it, a new key is created, and certificates that need the old key no longer work.`,
    );
  }
}

/** All roles but PSP_AS, which is the role of banks. */
export const tppRoles: readonly Role[] = ['PSP_PI', 'PSP_AI', 'PSP_IC'];
export const demoTpp: TppDescription = {
  organizationIdentifier: 'PSDNO-FSA-DEMOTPP1',
  organizationName: 'Demo TPP AS',
  roles: tppRoles,
};

const sandboxBank: TppDescription = {
  organizationIdentifier: 'PSDNO-FSA-BANK1',
  organizationName: 'Sandbox Bank AS',
  roles: ['PSP_AS'],
};

const authorityDays = 3_650;
const certificateDays = 730;
/** A certificate is renewed when it ends within this time. */
const renewedBeforeMs = 30 * 86_400_000;

export const dataDirOf = (folder: string | undefined, env: ToolkitEnvironment): string =>
  folder ?? (env.DATA_DIR || '.data');

export const tppFolder = (dataDir: string): string => resolve(dataDir, 'tpp');

export function pathsOf(folder: string, name: string): Omit<TppFiles, 'organizationIdentifier'> {
  return { certificatePath: join(folder, `${name}.pem`), keyPath: join(folder, `${name}.key`) };
}

export function identityIn(folder: string, name: string): KeyAndCertificate {
  const { certificatePath, keyPath } = pathsOf(folder, name);
  return { certificatePem: readKeyFile(certificatePath), privateKeyPem: readKeyFile(keyPath) };
}

/** Throws if the file system does not say whether the file exists, so that nothing replaces it. */
export const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

function readKeyFile(path: string): string {
  try {
    return fileText(readOperatorFile(path));
  } catch (error) {
    if (error instanceof FileTextError) throw new KeyFileError(path, error.message);
    throw withPath(error, path);
  }
}

/** null: there is no file, or `parse` fails. */
const readValid = <Value>(path: string, parse: (text: string) => Value | null): Value | null =>
  isThere(path) ? parseOrNull(readKeyFile(path), parse) : null;

export function parseOrNull<Value>(text: string, parse: (text: string) => Value): Value | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** null: not an error of a file. */
export function fileFault(error: unknown): string | null {
  if (error instanceof KeyFileError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (path === undefined) return null;
  // New files first have a temporary name, which ends with a UUID.
  const file = path.replace(/\.[\da-f]{8}-[\da-f-]{27}$/, '');
  return `${file} cannot be read or written (${code}). Run the command as the user who owns it, or name another folder with --data-dir.`;
}

export const fileNameFor = (name: string): string => (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');

/** Leaves room for the rest of a tppId, which has at most 100 characters. */
export const fileNameLengthAtMost = 80;

export const defaultTppId = (fileName: string): string => `PSDNO-FSA-${fileName.toUpperCase()}`;

/** Finds the file name of a TPP. `nameOrId`: the file name itself, the name with which the certificate was created, or the tppId. */
export function nameOf(folder: string, nameOrId: string): string {
  if (!isThere(folder)) return nameOrId;
  for (const name of [nameOrId, fileNameFor(nameOrId)])
    if (isThere(pathsOf(folder, name).certificatePath)) return name;
  const names = readdirSync(folder).flatMap((file) => /^([^.]+)\.pem$/.exec(file)?.[1] ?? []);
  const hasId = (name: string) => {
    try {
      return identifierIn(readCertificate(pathsOf(folder, name).certificatePath)) === nameOrId;
    } catch {
      // This user may not read the file of another TPP.
      return false;
    }
  };
  return names.find((name) => name !== 'ca' && hasId(name)) ?? nameOrId;
}

/** What a new certificate takes over from the old one. */
interface EarlierTpp {
  readonly organizationIdentifier: string | null;
  readonly roles: readonly Role[];
  readonly domains: readonly string[];
}

/** null: there is no file, or it is not a certificate. */
export function earlierTpp(folder: string, name: string): EarlierTpp | null {
  return readValid(pathsOf(folder, name).certificatePath, (text) => {
    const certificate = new X509Certificate(text);
    const altNames = certificate.subjectAltName?.matchAll(/DNS:([^,\s]+)/g) ?? [];
    return {
      organizationIdentifier: identifierIn(certificate),
      roles: rolesIn(text),
      domains: [...altNames].map(([, domain = '']) => domain),
    };
  });
}

export const identifierIn = (certificate: X509Certificate | null): string | null =>
  /^organizationIdentifier=(.*)$/m.exec(certificate?.subject ?? '')?.[1] ?? null;

export async function ensureSandboxFiles(dataDir: string, now: Date = new Date()): Promise<SandboxFiles> {
  const folder = tppFolder(dataDir);
  const authority = await ensureAuthority(folder, now);
  const demo = await ensureTpp(folder, authority, 'demo', demoTpp, now);
  const bankFolder = resolve(dataDir, 'bank');
  await makeFolders(bankFolder);
  await ensureTpp(bankFolder, authority, 'seal', sandboxBank, now);
  const seal = identityIn(bankFolder, 'seal');
  return { authorityPem: authority.certificatePem, demo, seal };
}

/** Creates the CA, or renews it. A renewed CA keeps name and key, so that the certificates that it issued stay valid. */
export async function ensureAuthority(folder: string, now: Date = new Date()): Promise<KeyAndCertificate> {
  await makeFolders(folder);
  const { certificatePath, keyPath } = pathsOf(folder, 'ca');
  const privateKeyPem = await ensureKey(keyPath);
  const certificate = readCertificate(certificatePath);
  if (certificate !== null && isCurrent(certificate, privateKeyPem, now))
    return { certificatePem: certificate.toString(), privateKeyPem };
  const dates = validity(now, -1, authorityDays);
  const authority = createAuthority({ commonName: 'Sandbox Test CA', ...dates, privateKeyPem });
  await replaceFile(certificatePath, authority.certificatePem);
  return authority;
}

export interface TppDescription {
  readonly organizationIdentifier: string;
  readonly organizationName: string;
  readonly roles: readonly Role[];
  readonly domains?: readonly string[];
}

/** Issues a QSeal certificate: a TPP signs its requests with it. */
export function issueSeal(
  authority: KeyAndCertificate,
  tpp: TppDescription,
  options: Validity & Partial<IssueOptions>,
): KeyAndCertificate {
  return issueCertificate({ authority, ...tpp, commonName: `${tpp.organizationName} QSeal`, ...options });
}

/** Creates key and certificate, and replaces a certificate that cannot be used; with ALWAYS also one that can be used. */
export async function ensureTpp(
  folder: string,
  authority: KeyAndCertificate,
  name: string,
  tpp: TppDescription,
  now: Date = new Date(),
  renewal: 'IF_NEEDED' | 'ALWAYS' = 'IF_NEEDED',
): Promise<TppFiles> {
  const paths = pathsOf(folder, name);
  const privateKeyPem = await ensureKey(paths.keyPath);
  const certificate = readCertificate(paths.certificatePath);
  const issuer = new X509Certificate(authority.certificatePem);
  const isIssued = certificate?.checkIssued(issuer) === true && certificate.verify(issuer.publicKey);
  const hasIdentifier = identifierIn(certificate) === tpp.organizationIdentifier;
  const isUsable = isIssued && hasIdentifier && isCurrent(certificate, privateKeyPem, now);
  if (renewal === 'ALWAYS' || !isUsable) {
    const seal = issueSeal(authority, tpp, { ...validity(now, -1, certificateDays), privateKeyPem });
    await replaceFile(paths.certificatePath, seal.certificatePem);
  }
  return { organizationIdentifier: tpp.organizationIdentifier, ...paths };
}

function isCurrent(certificate: X509Certificate, privateKeyPem: string, now: Date): boolean {
  return (
    certificate.checkPrivateKey(createPrivateKey(privateKeyPem)) &&
    Date.parse(certificate.validFrom) <= now.getTime() &&
    Date.parse(certificate.validTo) > now.getTime() + renewedBeforeMs
  );
}

/** null: there is no file, or it holds no certificate. */
export const readCertificate = (path: string): X509Certificate | null =>
  readValid(path, (text) => new X509Certificate(text));

/** If several processes create the file at once, all use the key of the first. */
async function ensureKey(path: string): Promise<string> {
  const existingKey = readKey(path);
  if (existingKey !== null) return existingKey;
  const temporaryPath = `${path}.${randomUUID()}`;
  try {
    await writeNewFile(temporaryPath, newPrivateKey(), secretMode);
    await createOnce(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return readKey(path) ?? ensureKey(path);
}

/** null: there is no file. Throws a KeyFileError for a file with anything else than a key. */
function readKey(path: string): string | null {
  if (!isThere(path)) return null;
  const text = readKeyFile(path);
  if (parseOrNull(text, createPrivateKey)?.asymmetricKeyType === 'rsa') return text;
  throw new KeyFileError(path, 'is not an RSA key in PEM without a passphrase');
}

/** A hard link creates the file in one step; file systems without links get a copy. */
async function createOnce(temporaryPath: string, path: string): Promise<void> {
  // Runners such as Jest replace the global Error, so Node's errors are no instances of it.
  const isOfExistingFile = (error: unknown) => at(error, 'code') === 'EEXIST';
  try {
    await link(temporaryPath, path);
  } catch (error) {
    if (isOfExistingFile(error)) return;
    await copyFile(temporaryPath, path, constants.COPYFILE_EXCL).catch((failure) => {
      if (!isOfExistingFile(failure)) throw failure;
    });
  }
}
