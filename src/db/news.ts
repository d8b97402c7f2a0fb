/**
 * Notifies all replicas of changed payments after commits, batched over a few milliseconds, because notifying
 * transactions commit one after the other. If the process dies before, others notice by its advisory lock (events.ts);
 * without that lock the transaction itself notifies.
 */
import { sql } from 'drizzle-orm';
import type { Session } from './session.ts';
import { prepare, value } from './statement.ts';

export const channel = 'payment_status';

/** Payments with a new status, by TPP. */
export type Changes = Map<string, string[]>;

export interface News {
  tell(changes: Changes): void;
  flush(): Promise<void>;
}

const togetherMs = 10;
const againMs = 200;
const idsPerPayload = 100;
/** PostgreSQL limits payloads to 8,000 bytes. A longer TPP id is left out; listeners to single payments do not need it. */
const tppBytesAtMost = 4_000;

export function payloadsOf(changes: Changes): string[] {
  const payloads: string[] = [];
  for (const [tppId, ids] of changes) {
    const tpp = Buffer.byteLength(tppId) < tppBytesAtMost ? `,@${tppId}` : '';
    for (let from = 0; from < ids.length; from += idsPerPayload)
      payloads.push(`${ids.slice(from, from + idsPerPayload).join(',')}${tpp}`);
  }
  return payloads;
}

const notification = prepare({ payloads: value<readonly string[]>() }, (db, $) =>
  db
    .select({ sent: sql`pg_notify(${sql.raw(`'${channel}'`)}, payload)` })
    .from(sql`unnest(${$.payloads}::text[]) as payload`),
);

export async function notify(session: Pick<Session, 'run'>, changes: Changes): Promise<void> {
  await session.run(notification, { payloads: payloadsOf(changes) });
}

export function createNews(session: Pick<Session, 'run'>): News {
  let pending: Changes = new Map();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    if (pending.size === 0) return;
    const changes = pending;
    pending = new Map();
    await notify(session, changes).catch(() => {
      // The database is away: retried when it is back.
      add(changes);
      wait(againMs);
    });
  }

  function add(changes: Changes): void {
    for (const [tppId, ids] of changes) pending.set(tppId, [...(pending.get(tppId) ?? []), ...ids]);
  }

  function wait(milliseconds: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      telling = telling.then(send);
    }, milliseconds).unref();
  }

  return {
    tell(changes) {
      add(changes);
      wait(togetherMs);
    },
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      telling = telling.then(send);
      await telling;
    },
  };
}
