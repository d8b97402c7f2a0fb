/**
 * Makes a console token: in a sandbox it serves GraphQL in the place of a signature, for clients that
 * cannot sign, such as a browser. The token is shown once and only its hash is kept. It lives in real time.
 */

import { randomBytes } from 'node:crypto';
import type { Caller } from '../../domain/caller.ts';
import { refuse } from '../../domain/refusal.ts';
import { tppWrite } from '../operation.ts';
import type { Stores } from '../ports/stores.ts';
import { digest } from '../sca/secrets.ts';

export interface TokenInput {
  /** Made by the caller of the operation: outcomes are kept for replays, and none of them may hold it. */
  readonly token: string;
  /** Whether the request itself carries a signature. */
  readonly signed: boolean;
}

/** What is kept of a token that was made. */
export interface MadeToken {
  readonly tokenHash: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export const tokenLifetimeMs = 8 * 3_600_000;
/** Valid tokens of one TPP; one more ends the oldest. */
export const tokensAtMost = 100;

export const createConsoleToken = tppWrite({
  name: 'createConsoleToken',
  refusals: ['FORBIDDEN'],
  async run({ stores, caller, realNow }, { token, signed }: TokenInput) {
    if (!signed) {
      throw refuse('FORBIDDEN', {
        path: 'Authorization',
        text: 'only a signed request makes a console token, never a token; npm run tpp -- token signs one',
      });
    }
    return keep(stores, caller, hashOfToken(token), realNow);
  },
});

/** A token for a caller that the process itself has let in. */
export async function issueToken(stores: Pick<Stores, 'tokens'>, caller: Caller, now: number) {
  const token = newToken();
  const { expiresAt } = await keep(stores, caller, hashOfToken(token), now);
  return { token, expiresAt };
}

/** A session of the console for such a caller: a token that serves in a cookie alone. */
export async function issueSession(stores: Pick<Stores, 'tokens'>, caller: Caller, now: number) {
  const secret = newToken();
  const { expiresAt } = await keep(stores, caller, hashOfSession(secret), now);
  return { secret, expiresAt };
}

export const newToken = (): string => randomBytes(24).toString('base64url');

/** Whether this is the token that was made: the token of a replayed request is no longer known. */
export const isToken = ({ tokenHash }: MadeToken, token: string): boolean => tokenHash === hashOfToken(token);

async function keep(
  stores: Pick<Stores, 'tokens'>,
  caller: Caller,
  tokenHash: string,
  now: number,
): Promise<MadeToken> {
  const made = { tokenHash, expiresAt: now + tokenLifetimeMs };
  const { tppId, name, roles, certificate = null } = caller;
  await stores.tokens.insert({ ...made, caller: { tppId, name, roles, certificate } }, tokensAtMost);
  return made;
}

export const hashOfToken = (token: string): string => digest(token);
/**
 * A browser sends a cookie to every port of its host, so that a service on another port may learn it: what it learns is no
 * token. No token has a blank, so none has the hash of a session.
 */
export const hashOfSession = (secret: string): string => digest(`session ${secret}`);

/** Whether it can be the text of a token or a session at all. */
export const hasTokenShape = (text: string): boolean => /^[\w-]+$/.test(text);
