/** Announces changes of payments to all processes. PostgreSQL delivers an announcement with the commit of its transaction. */
import { sql } from 'drizzle-orm';
import type { Session } from './session.ts';
import { prepare, value } from './statement.ts';

export const channel = 'payment_status';

/** Payment ids by TPP. */
export type Changes = Map<string, string[]>;

/** 100 ids of 37 bytes and the id of a TPP, at most 500 bytes, fit into the 8,000 bytes that PostgreSQL allows. */
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

/** In a transaction, `insert` delays this select until the next statement that is no insert, or until the end of the transaction. */
export const announce = (session: Pick<Session, 'insert'>, changes: Changes): Promise<void> =>
  session.insert(announcement, { payloads: payloadsOf(changes) });
