import { defineWriteForAnyRole } from '../operation.ts';
import { requireSignature, storeToken, type TokenRecord } from './create-console-token.ts';
import { hashOfTicket } from './tickets.ts';

interface LinkInput {
  /** The door makes the ticket, because the service stores the outcome of this operation, and must not store the ticket. */
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

/** False for a replay: its record is that of the first request, which had another ticket. */
export const recordHasTicket = ({ tokenHash }: TokenRecord, ticket: string): boolean =>
  tokenHash === hashOfTicket('CONSOLE', ticket);
