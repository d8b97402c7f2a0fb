/** Tickets that serve once, within this process: the start prints one, and whoever opens its address first has it. */
import { randomBytes } from 'node:crypto';
import type { Caller } from '../operations/operation.ts';

export interface Tickets {
  issue(caller: Caller): string;
  /** Whom the ticket was made for, the first time it is shown; null ever after. */
  redeem(ticket: string | null): Caller | null;
}

export function createTickets(): Tickets {
  const open = new Map<string, Caller>();
  return {
    issue(caller) {
      const ticket = randomBytes(18).toString('base64url');
      open.set(ticket, caller);
      return ticket;
    },
    redeem(ticket) {
      const caller = ticket === null ? undefined : open.get(ticket);
      if (ticket !== null) open.delete(ticket);
      return caller ?? null;
    },
  };
}
