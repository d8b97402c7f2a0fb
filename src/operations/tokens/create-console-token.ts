import { randomBytes } from 'node:crypto';
import { refuse } from '../../domain/refusal.ts';
import { defineWriteForAnyRole } from '../operation.ts';
import type { Stores, TokenOwner } from '../ports/stores.ts';
import { digest } from '../sca/secrets.ts';

interface TokenInput {
  /** The door makes the token, because stored outcomes must not contain it. */
  readonly token: string;
  readonly isSigned: boolean;
}

export interface TokenRecord {
  readonly tokenHash: string;
  readonly expiresAt: number;
}

export const tokenLifetimeMs = 8 * 3_600_000;
/** Tokens, sessions and unused tickets of one TPP. A further one ends the one that expires first. */
export const tokensAtMost = 100;

export const createConsoleToken = defineWriteForAnyRole({
  name: 'createConsoleToken',
  refusals: ['FORBIDDEN'],
  async run({ stores, caller, realNow }, { token, isSigned }: TokenInput) {
    requireSignature(isSigned);
    return storeToken(stores, caller, hashOfToken(token), realNow);
  },
});

export function requireSignature(isSigned: boolean): void {
  if (isSigned) return;
  throw refuse('FORBIDDEN', {
    path: 'Authorization',
    text: 'only a signed request can create a console token or link: use the commands token and console of the toolkit',
  });
}

export const newToken = (): string => randomBytes(24).toString('base64url');

/** False in a replay, because the record is that of the first request, and `token` is new. */
export const recordHasToken = ({ tokenHash }: TokenRecord, token: string): boolean =>
  tokenHash === hashOfToken(token);

export async function storeToken(
  stores: Pick<Stores, 'tokens'>,
  caller: TokenOwner,
  tokenHash: string,
  now: number,
): Promise<TokenRecord> {
  const tokenRecord = { tokenHash, expiresAt: now + tokenLifetimeMs };
  const { tppId, name, roles, certificate = null } = caller;
  await stores.tokens.insert({ ...tokenRecord, caller: { tppId, name, roles, certificate } }, tokensAtMost);
  return tokenRecord;
}

export const hashOfToken = (token: string): string => digest(token);

/**
 * The secret of a session is in a cookie, which browsers also send to other ports of the host, so the secret must not work as a token.
 * No token has this hash, because no token contains a space.
 */
export const hashOfSession = (secret: string): string => digest(`session ${secret}`);

/** Refuses text with a space, which could have the hash of a session or a ticket. */
export const hasTokenShape = (text: string): boolean => /^[\w-]+$/.test(text);
