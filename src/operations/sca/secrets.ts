/** The link token, which the database stores as it is, and the secrets of browsers, of which the database stores only hashes. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import {
  type AuthorisationRecord,
  type LinkedAuthorisation,
  type SharedWork,
  unverifiedTppId,
} from '../ports/stores.ts';

const linkRandomBytes = 24;
const linkRandomCharacters = (linkRandomBytes / 3) * 4;

/** With the TPP in the token, a database that is distributed by TPP reads only one node. */
export const newLinkToken = (tppId: string): string =>
  randomBytes(linkRandomBytes).toString('base64url') + Buffer.from(tppId).toString('base64url');

/** The visitor is not authenticated, so this read must not use up the connections of the TPP. */
export async function findByLink(work: SharedWork, linkToken: string): Promise<LinkedAuthorisation | null> {
  const tppId = Buffer.from(linkToken.slice(linkRandomCharacters), 'base64url').toString();
  // PostgreSQL refuses text with this character.
  if (tppId.includes('\0')) return null;
  return work.of(unverifiedTppId).stores.authorisations.findByToken(tppId, linkToken);
}

export interface FormSender {
  readonly secret: string | null;
  readonly formToken: string | null;
  /** The language that the PSU chose before this browser claimed the authorisation. The claim stores the language. */
  readonly language?: PageLanguage | null;
}

export function formTokenOf(secret: string): string {
  return digest(`form ${secret}`);
}

/**
 * The token of forms before a browser has claimed the authorisation. The token depends on the customer, so that no PSU approves as another
 * customer than the page shows.
 */
export function claimTokenOf(secret: string, customerId: string | null): string {
  return digest(`claim ${secret} ${customerId ?? ''}`);
}

/** The token in the forms of a page. */
export function tokenFor(authorisation: AuthorisationRecord, secret: string): string {
  return isClaimedBy(authorisation, secret)
    ? formTokenOf(secret)
    : claimTokenOf(secret, authorisation.customerId);
}

export const hasFormToken = ({ formToken }: FormSender, expectedToken: string): boolean =>
  formToken !== null && isSame(formToken, expectedToken);

export function isClaimedBy(authorisation: AuthorisationRecord, secret: string | null): boolean {
  return (
    secret !== null && authorisation.browserHash !== null && isSame(digest(secret), authorisation.browserHash)
  );
}

/**
 * When an authorisation ends, the browser gets a new secret, with the length of those of `newSecret`. It is derived from the old secret,
 * because a second click sends the old secret again, and must get the same new one.
 */
export const deriveSecretAfterEnd = (secret: string): string => digest(`end ${secret}`).slice(0, 32);

/** Whether the browser has claimed the authorisation. After its end, the browser may send the new secret or still the old secret. */
export function belongsToBrowser(authorisation: AuthorisationRecord, secret: string | null): boolean {
  return (
    isClaimedBy(authorisation, secret) ||
    (secret !== null && isClaimedBy(authorisation, deriveSecretAfterEnd(secret)))
  );
}

export const newSecret = (): string => randomBytes(24).toString('base64url');
export const digest = (text: string): string => hash('sha256', text, 'base64url');

/** Compares in constant time. */
export function isSame(first: string, second: string): boolean {
  const firstBytes = Buffer.from(first);
  const secondBytes = Buffer.from(second);
  return firstBytes.length === secondBytes.length && timingSafeEqual(firstBytes, secondBytes);
}
