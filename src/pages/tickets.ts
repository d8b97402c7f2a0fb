/** Tickets that serve once, within this process: the start prints one, and whoever opens its address first has it. */
import { randomBytes } from 'node:crypto';
import type { Caller } from '../domain/caller.ts';

export function createTickets() {
  const open = new Map<string, Caller>();
  return {
    issue(caller: Caller): string {
      const ticket = randomBytes(18).toString('base64url');
      open.set(ticket, caller);
      return ticket;
    },
    isGood: (ticket: string): boolean => open.has(ticket),
    /**
     * What `use` makes for whom the ticket was made for, the first time it is shown; null ever after. When `use` fails, the
     * ticket is good again.
     */
    async redeem<T>(ticket: string, use: (caller: Caller) => Promise<T>): Promise<T | null> {
      const caller = open.get(ticket);
      if (caller === undefined) return null;
      open.delete(ticket);
      try {
        return await use(caller);
      } catch (error) {
        open.set(ticket, caller);
        throw error;
      }
    },
  };
}

export type Tickets = ReturnType<typeof createTickets>;
