/** Makes a link that opens the console once, as the calling TPP. Only the hash of its ticket is stored. */
import { randomBytes } from 'node:crypto';
import { tppWrite } from '../operation.ts';
import type { SharedWork, Stores } from '../ports/stores.ts';
import { digest } from '../sca/secrets.ts';
import { issueSession, type MadeToken, requireSignature, storeToken } from './create-console-token.ts';

export interface LinkInput {
  /** Made by the caller of the operation: outcomes are stored for replays, and must not contain it. */
  readonly ticket: string;
  readonly signed: boolean;
}

export const createConsoleLink = tppWrite({
  name: 'createConsoleLink',
  refusals: ['FORBIDDEN'],
  async run({ stores, caller, realNow, settings }, { ticket, signed }: LinkInput) {
    requireSignature(signed);
    const link = await storeToken(stores, caller, hashOfTicket(ticket), realNow);
    return { ...link, consoleUrl: settings.publicUrl };
  },
});

export const newTicket = (): string => randomBytes(18).toString('base64url');

/** Whether this is the ticket of the link; the ticket of a replayed request is not known any more. */
export const isTicketOf = ({ tokenHash }: MadeToken, ticket: string): boolean =>
  tokenHash === hashOfTicket(ticket);

/** No token has a space, so none has the hash of a ticket. */
export const hashOfTicket = (ticket: string): string => digest(`ticket ${ticket}`);

export const isLinkGood = async (stores: Pick<Stores, 'tokens'>, ticket: string, now: number) =>
  (await stores.tokens.find(hashOfTicket(ticket), now)) !== null;

/** The secret of a new session; null when the link was used, has expired or never existed. */
export async function redeemLink(
  work: Pick<SharedWork, 'read' | 'of'>,
  ticket: string,
  now: number,
): Promise<string | null> {
  const tokenHash = hashOfTicket(ticket);
  const owner = await work.read.tokens.find(tokenHash, now);
  if (owner === null) return null;
  return work.of(owner.tppId).transaction(async (stores) => {
    // Of several visitors only the first deletes the row.
    if (!(await stores.tokens.end(tokenHash))) return null;
    return (await issueSession(stores, owner, now)).secret;
  });
}
