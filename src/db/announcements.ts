/** Announces changes of payments to all processes. PostgreSQL delivers an announcement with the commit of its transaction. */
import { sql } from 'drizzle-orm';
import type { Session } from './session.ts';
import { prepare, value } from './statement.ts';

export const channel = 'payment_status';

/** Payment ids by TPP. */
export type Changes = Map<string, string[]>;

/** PostgreSQL limits a payload to 8,000 bytes. The id of a TPP has at most 500. */
const idsPerPayload = 100;

function payloadsOf(changes: Changes): string[] {
  const payloads: string[] = [];
  for (const [tppId, ids] of changes)
    for (let start = 0; start < ids.length; start += idsPerPayload)
      payloads.push(`${ids.slice(start, start + idsPerPayload).join(',')},@${tppId}`);
  return payloads;
}

const announcement = prepare({ payloads: value<readonly string[]>() }, (db, $) =>
  db
    .select({ sent: sql`pg_notify(${sql.raw(`'${channel}'`)}, payload)` })
    .from(sql`unnest(${$.payloads}::text[]) as payload`),
);

export const announce = (session: Pick<Session, 'insert'>, changes: Changes): Promise<void> =>
  session.insert(announcement, { payloads: payloadsOf(changes) });
