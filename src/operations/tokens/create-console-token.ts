/** Makes a console token, which replaces a signature for GraphQL in a sandbox. Only its hash is stored. */
import { randomBytes } from 'node:crypto';
import type { Caller } from '../../domain/caller.ts';
import { refuse } from '../../domain/refusal.ts';
import { tppWrite } from '../operation.ts';
import type { Stores } from '../ports/stores.ts';
import { digest } from '../sca/secrets.ts';

export interface TokenInput {
  /** Made by the caller of the operation: outcomes are stored for replays, and must not contain it. */
  readonly token: string;
  readonly signed: boolean;
}

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
        text: 'only a signed request can create a console token: use the command token of the toolkit',
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

/** A session of the console for such a caller: a token that is accepted in a cookie only. */
export async function issueSession(stores: Pick<Stores, 'tokens'>, caller: Caller, now: number) {
  const secret = newToken();
  const { expiresAt } = await keep(stores, caller, hashOfSession(secret), now);
  return { secret, expiresAt };
}

export const newToken = (): string => randomBytes(24).toString('base64url');

/** Whether this is the token that was made; the token of a replayed request is not known any more. */
export const isToken = ({ tokenHash }: MadeToken, token: string): boolean => tokenHash === hashOfToken(token);

async function keep(
  stores: Pick<Stores, 'tokens'>,
  caller: Caller,
  tokenHash: string,
  now: number,
): Promise<MadeToken> {
  const tokenRecord = { tokenHash, expiresAt: now + tokenLifetimeMs };
  const { tppId, name, roles, certificate = null } = caller;
  await stores.tokens.insert({ ...tokenRecord, caller: { tppId, name, roles, certificate } }, tokensAtMost);
  return tokenRecord;
}

export const hashOfToken = (token: string): string => digest(token);
/**
 * A browser sends a cookie to every port of its host, so that a service on another port may learn it: what it learns
 * does not work as a token. No token has a space, so none has the hash of a session.
 */
export const hashOfSession = (secret: string): string => digest(`session ${secret}`);

/** Whether it can be the text of a token or a session at all. */
export const hasTokenShape = (text: string): boolean => /^[\w-]+$/.test(text);
