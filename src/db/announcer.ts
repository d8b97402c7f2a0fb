/**
 * Announces changes of payments to all processes, after their commits. One statement announces all changes of `batchMs`
 * milliseconds, because PostgreSQL does not commit two transactions with NOTIFY at the same time. If the process dies before
 * it announces, other processes notice that its advisory lock is gone (events.ts). A process without such a lock announces
 * changes in the transactions that make them.
 */
import { sql } from 'drizzle-orm';
import type { Session } from './session.ts';
import { prepare, value } from './statement.ts';

export const channel = 'payment_status';

/** Payments with a new status, by TPP. */
export type Changes = Map<string, string[]>;

export interface Announcer {
  /** Announces the changes soon. */
  add(changes: Changes): void;
  /** Announces all changes now. Returns whether the database has accepted them. */
  flush(): Promise<boolean>;
}

const batchMs = 10;
const retryMs = 200;
const idsPerPayload = 100;
/** PostgreSQL limits payloads to 8,000 bytes, so a payload leaves out a longer TPP id. Watchers of a single payment need no TPP id. */
const maxTppBytes = 4_000;

export function payloadsOf(changes: Changes): string[] {
  const payloads: string[] = [];
  for (const [tppId, ids] of changes) {
    const ending = Buffer.byteLength(tppId) < maxTppBytes ? `,@${tppId}` : '';
    for (let start = 0; start < ids.length; start += idsPerPayload)
      payloads.push(`${ids.slice(start, start + idsPerPayload).join(',')}${ending}`);
  }
  return payloads;
}

const announcement = prepare({ payloads: value<readonly string[]>() }, (db, $) =>
  db
    .select({ sent: sql`pg_notify(${sql.raw(`'${channel}'`)}, payload)` })
    .from(sql`unnest(${$.payloads}::text[]) as payload`),
);

export async function announce(session: Pick<Session, 'run'>, changes: Changes): Promise<void> {
  await session.run(announcement, { payloads: payloadsOf(changes) });
}

export function createAnnouncer(session: Pick<Session, 'run'>): Announcer {
  let pending: Changes = new Map();
  let timer: NodeJS.Timeout | undefined;
  let lastSend: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    if (pending.size === 0) return;
    const changes = pending;
    pending = new Map();
    await announce(session, changes).catch(() => {
      // A failure means that the database cannot be reached now.
      addPending(changes);
      sendAfter(retryMs);
    });
  }

  function addPending(changes: Changes): void {
    for (const [tppId, ids] of changes) pending.set(tppId, [...(pending.get(tppId) ?? []), ...ids]);
  }

  function sendAfter(milliseconds: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      lastSend = lastSend.then(send);
    }, milliseconds).unref();
  }

  return {
    add(changes) {
      addPending(changes);
      sendAfter(batchMs);
    },
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      lastSend = lastSend.then(send);
      await lastSend;
      return pending.size === 0;
    },
  };
}
