/** Certificates that the bank must refuse. Their names contain a dot, such as `acme.expired`; those of good ones do not. */
import { createAuthority, type IssueOptions, type KeyAndCertificate, validity } from './certificates.ts';
import { issueSeal, pathsOf, type TppDescription, type TppFiles } from './files.ts';
import { replaceFile, secretMode } from './replace-file.ts';

export const badKinds = ['expired', 'not-yet-valid', 'wrong-role', 'untrusted', 'weak-key'] as const;
export type BadKind = (typeof badKinds)[number];

const flaws: Readonly<Record<BadKind, (now: Date, keys: ReadyKeys) => Partial<IssueOptions>>> = {
  expired: (now) => validity(now, -30, -1),
  'not-yet-valid': (now) => validity(now, 1, 30),
  'wrong-role': () => ({ roles: ['PSP_AI'] }),
  untrusted: (now, keys) => ({ authority: untrustedAuthority(now, keys.authority) }),
  // `keys.own` is not weak, so a weak key is generated instead.
  'weak-key': () => ({ keyBits: 1_024, privateKeyPem: undefined }),
};

const untrustedAuthority = (now: Date, privateKeyPem: string | undefined) =>
  createAuthority({ commonName: 'Untrusted Test CA', ...validity(now, -1, 30), privateKeyPem });

/** Private keys in PEM. A key that is absent is generated. */
export interface ReadyKeys {
  /** The key of the bad certificate. */
  readonly own?: string;
  /** The key of the untrusted CA. */
  readonly authority?: string | undefined;
}

export function issueBadCertificate(
  kind: BadKind,
  authority: KeyAndCertificate,
  tpp: TppDescription,
  now: Date = new Date(),
  keys: ReadyKeys = {},
): KeyAndCertificate {
  const dates = validity(now, -1, 30);
  return issueSeal(authority, tpp, { ...dates, privateKeyPem: keys.own, ...flaws[kind](now, keys) });
}

export async function writeBadCertificate(
  kind: BadKind,
  folder: string,
  goodName: string,
  authority: KeyAndCertificate,
  tpp: TppDescription,
): Promise<TppFiles & { readonly name: string }> {
  const name = `${goodName}.${kind}`;
  const paths = pathsOf(folder, name);
  const badCertificate = issueBadCertificate(kind, authority, tpp);
  await replaceFile(paths.keyPath, badCertificate.privateKeyPem, secretMode);
  await replaceFile(paths.certificatePath, badCertificate.certificatePem);
  return { name, organizationIdentifier: tpp.organizationIdentifier, ...paths };
}
