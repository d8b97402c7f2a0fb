/** A ticket is the secret of a link that opens the console or the explorer once. Every process finds its hash in the database. */
import { randomBytes } from 'node:crypto';
import { type SharedWork, type Stores, type TokenOwner, unverifiedTppId } from '../ports/stores.ts';
import { digest } from '../sca/secrets.ts';
import { hashOfSession, hashOfToken, newToken, storeToken } from './create-console-token.ts';

export type TicketPage = 'CONSOLE' | 'EXPLORER';

export const newTicket = (): string => randomBytes(18).toString('base64url');

/** A space follows the prefix, and no token contains a space. So no token has the hash of a ticket. */
const prefixes = { CONSOLE: 'ticket', EXPLORER: 'explorer ticket' } as const;

export const hashOfTicket = (page: TicketPage, ticket: string): string =>
  digest(`${prefixes[page]} ${ticket}`);

/** For the links that the process prints when it starts. */
export async function issueTicket(
  stores: Pick<Stores, 'tokens'>,
  page: TicketPage,
  caller: TokenOwner,
  now: number,
): Promise<string> {
  const ticket = newTicket();
  await storeToken(stores, caller, hashOfTicket(page, ticket), now);
  return ticket;
}

export const isTicketValid = async (
  work: Pick<SharedWork, 'of'>,
  page: TicketPage,
  ticket: string,
  now: number,
): Promise<boolean> => (await findOwner(work, hashOfTicket(page, ticket), now)) !== null;

const findOwner = (work: Pick<SharedWork, 'of'>, tokenHash: string, now: number) =>
  work.of(unverifiedTppId).stores.tokens.find(tokenHash, now);

/** Returns the secret of a new session or a new token. null: the ticket was used, has expired, or never existed. */
export async function redeemTicket(
  work: Pick<SharedWork, 'of'>,
  page: TicketPage,
  ticket: string,
  now: number,
): Promise<string | null> {
  const tokenHash = hashOfTicket(page, ticket);
  const owner = await findOwner(work, tokenHash, now);
  if (owner === null) return null;
  return work.of(owner.tppId).transaction(async (stores) => {
    // Of several simultaneous visitors, only the first deletes the row.
    if (!(await stores.tokens.end(tokenHash))) return null;
    const secret = newToken();
    await storeToken(stores, owner, page === 'CONSOLE' ? hashOfSession(secret) : hashOfToken(secret), now);
    return secret;
  });
}
