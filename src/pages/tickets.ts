/** One-time tickets of this process: the start prints one, and the first to open its address uses it. */
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
     * What `use` makes for the ticket's caller, at its first use; null afterwards. When `use` fails, the ticket
     * stays valid.
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
