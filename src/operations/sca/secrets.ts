/**
 * What ties an authorisation to one browser: the secret of its cookie, of which only the hash is kept, and the token
 * of a form, which is derived from the secret. Nothing here is stored or compared as plain text.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';

/** What the browser proves: the secret of its cookie and the token of the form. */
export interface BrowserProof {
  readonly secret: string | null;
  readonly formToken: string | null;
  /** The language that the PSU chose before this form, their first. */
  readonly language?: PageLanguage | null;
}

/** The token that a form carries: derived from the cookie's secret, so that only a page of this service can contain it. */
export function formTokenOf(secret: string): string {
  return digest(`form ${secret}`);
}

/**
 * The token of a form on the page of a browser that has not claimed the authorisation. It covers the customer whom the page
 * shows, so that nobody approves as somebody else than they saw.
 */
export function claimTokenOf(secret: string, customerId: string | null): string {
  return digest(`claim ${secret} ${customerId ?? ''}`);
}

/** The token of the forms that this browser sees. */
export function tokenFor(authorisation: AuthorisationRecord, secret: string): string {
  return matches(authorisation, secret)
    ? formTokenOf(secret)
    : claimTokenOf(secret, authorisation.customerId);
}

/** Whether this service made the form for the browser that holds the authorisation. */
export function proven(authorisation: AuthorisationRecord, proof: BrowserProof): boolean {
  const { secret } = proof;
  return matches(authorisation, secret) && secret !== null && proves(proof, formTokenOf(secret));
}

export const proves = ({ formToken }: BrowserProof, expectedToken: string): boolean =>
  formToken !== null && same(formToken, expectedToken);

export function matches(authorisation: AuthorisationRecord, secret: string | null): boolean {
  return (
    secret !== null && authorisation.browserHash !== null && same(digest(secret), authorisation.browserHash)
  );
}

/** The secret after the end, derived from the one before, so that a second click is known as the same browser's. */
export const lastSecret = (secret: string): string => digest(`end ${secret}`).slice(0, 32);

/** Whether the browser has the authorisation, or had it at its end. */
export function belongs(authorisation: AuthorisationRecord, secret: string | null): boolean {
  return matches(authorisation, secret) || (secret !== null && matches(authorisation, lastSecret(secret)));
}

export const newSecret = (): string => randomBytes(24).toString('base64url');
export const digest = (text: string): string => hash('sha256', text, 'base64url');

/** Compares in a time that does not depend on where the texts differ. */
export function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
