import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { badKinds, issueBadCertificate } from './bad-certificates.ts';
import { type KeyAndCertificate, validity } from './certificates.ts';
import { ensureAuthority, issueSeal, tppFolder, tppRoles } from './files.ts';

const generate = promisify(generateKeyPair);

/** Node generates the key in a thread of its own, so the service keeps answering. */
async function newKey(): Promise<string> {
  const { privateKey } = await generate('rsa', { modulusLength: 2_048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const certificateDays = 365;

/** Issues the certificates that a TPP orders from its sandbox, by the CA in the data folder. */
export function sandboxIssuer(dataDir: string, makeKey: () => Promise<string> = newKey) {
  return async (request: {
    readonly tppId: string;
    readonly name: string;
    readonly kind: string;
  }): Promise<KeyAndCertificate> => {
    const now = new Date();
    const authority = await ensureAuthority(tppFolder(dataDir), now);
    const tpp = { organizationIdentifier: request.tppId, organizationName: request.name, roles: tppRoles };
    // undefined: the kind is GOOD. The kind NOT_YET_VALID is `not-yet-valid` here.
    const badKind = badKinds.find((kind) => kind === request.kind.toLowerCase().replaceAll('_', '-'));
    const keys = { own: await makeKey(), authority: badKind === 'untrusted' ? await makeKey() : undefined };
    if (badKind !== undefined) return issueBadCertificate(badKind, authority, tpp, now, keys);
    return issueSeal(authority, tpp, { ...validity(now, -1, certificateDays), privateKeyPem: keys.own });
  };
}
