/** Announces changes of payments to all processes. PostgreSQL delivers an announcement with the commit of its transaction. */
import { sql } from 'drizzle-orm';
import type { Session } from './session.ts';
import { prepare, value } from './statement.ts';

export const channel = 'payment_status';

/** Payment ids by TPP. */
export type Changes = Map<string, string[]>;

const idsPerPayload = 100;
/** Longer TPP ids are left out: PostgreSQL limits a payload to 8,000 bytes, and the payment ids need the rest. */
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

export const announce = (session: Pick<Session, 'insert'>, changes: Changes): Promise<void> =>
  session.insert(announcement, { payloads: payloadsOf(changes) });
