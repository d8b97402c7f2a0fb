/** The tickets live in this process: the service prints one at its start, and the first visitor uses it. */
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
    /** null when the ticket was used. When `use` fails, the ticket stays valid. */
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
