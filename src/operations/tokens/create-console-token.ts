/**
 * Makes a console token (contract 10): in a sandbox it serves GraphQL in the place of a signature, for clients that
 * cannot sign, such as a browser. The token is shown once and only its hash is kept. It lives in real time.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Caller, Operation } from '../operation.ts';
import type { Stores } from '../ports.ts';

export interface ConsoleToken {
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const lifetimeMs = 8 * 3_600_000;

export const createConsoleToken: Operation<{ readonly realNow: number }, ConsoleToken> = {
  name: 'createConsoleToken',
  role: null,
  kind: 'write',
  refusals: [],
  run: ({ stores, caller }, { realNow }) => issueToken(stores, caller, realNow),
};

export async function issueToken(
  stores: Pick<Stores, 'tokens'>,
  caller: Caller,
  now: number,
): Promise<ConsoleToken> {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = now + lifetimeMs;
  await stores.tokens.insert({ tokenHash: hashOf(token), caller, expiresAt }, now);
  return { token, expiresAt };
}

/** The TPP that a token stands for, or null. */
export function callerOfToken(
  stores: Pick<Stores, 'tokens'>,
  token: string,
  now: number,
): Promise<Caller | null> {
  return stores.tokens.find(hashOf(token), now);
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
