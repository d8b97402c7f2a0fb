/** Tickets that serve once, within this process: the start prints one, and whoever opens its address first has it. */
import { randomBytes } from 'node:crypto';
import type { Caller } from '../operations/operation.ts';

export function createTickets() {
  const open = new Map<string, Caller>();
  return {
    issue(caller: Caller): string {
      const ticket = randomBytes(18).toString('base64url');
      open.set(ticket, caller);
      return ticket;
    },
    /** Whom the ticket was made for, the first time it is shown; null ever after. */
    redeem(ticket: string | null): Caller | null {
      const caller = ticket === null ? undefined : open.get(ticket);
      if (ticket !== null) open.delete(ticket);
      return caller ?? null;
    },
  };
}
