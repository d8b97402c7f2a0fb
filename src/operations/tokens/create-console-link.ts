/** Makes a link that opens the console once, as the calling TPP. Only the hash of its ticket is stored. */
import { defineWriteForAnyRole } from '../operation.ts';
import { requireSignature, storeToken, type TokenRecord } from './create-console-token.ts';
import { hashOfTicket } from './tickets.ts';

export interface LinkInput {
  /** The door makes the ticket, because outcomes are stored for replays and must not contain it. */
  readonly ticket: string;
  readonly isSigned: boolean;
}

export const createConsoleLink = defineWriteForAnyRole({
  name: 'createConsoleLink',
  refusals: ['FORBIDDEN'],
  async run({ stores, caller, realNow, settings }, { ticket, isSigned }: LinkInput) {
    requireSignature(isSigned);
    const link = await storeToken(stores, caller, hashOfTicket('CONSOLE', ticket), realNow);
    return { ...link, consoleUrl: settings.publicUrl };
  },
});

/**
 * Whether the ticket belongs to the link. False for a replay: it returns the link of the first request, which has another ticket.
 */
export const recordHasTicket = ({ tokenHash }: TokenRecord, ticket: string): boolean =>
  tokenHash === hashOfTicket('CONSOLE', ticket);
