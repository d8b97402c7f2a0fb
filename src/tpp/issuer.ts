/** Issues certificates of the sandbox's CA in a running service; keys are made in another thread. */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { type BadKind, issueBadCertificate } from './bad-certificates.ts';
import { issueCertificate, type KeyAndCertificate } from './certificates.ts';
import { allRoles, ensureAuthority, tppFolder } from './files.ts';

const generate = promisify(generateKeyPair);

/** Makes a key in a thread of its own, so that other requests are served meanwhile. */
async function newKey(): Promise<string> {
  const { privateKey } = await generate('rsa', { modulusLength: 2_048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const badKinds: Readonly<Record<string, BadKind>> = {
  EXPIRED: 'expired',
  NOT_YET_VALID: 'not-yet-valid',
  WRONG_ROLE: 'wrong-role',
  UNTRUSTED: 'untrusted',
  WEAK_KEY: 'weak-key',
};
const day = 86_400_000;
const certificateDays = 365;

export function sandboxIssuer(dataDir: string) {
  return async (request: {
    readonly tppId: string;
    readonly name: string;
    readonly kind: string;
  }): Promise<KeyAndCertificate> => {
    const now = new Date();
    const authority = await ensureAuthority(tppFolder(dataDir), now);
    const tpp = {
      organizationIdentifier: request.tppId,
      organizationName: request.name,
      roles: allRoles,
    };
    const bad = badKinds[request.kind];
    const keys = { own: await newKey(), authority: bad === 'untrusted' ? await newKey() : null };
    if (bad !== undefined) return issueBadCertificate(bad, authority, tpp, now, keys);
    return issueCertificate({
      authority,
      ...tpp,
      commonName: `${request.name} QSeal`,
      notBefore: new Date(now.getTime() - day),
      notAfter: new Date(now.getTime() + certificateDays * day),
      privateKeyPem: keys.own,
    });
  };
}
