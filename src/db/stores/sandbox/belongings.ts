/** Ids of the children of a sandbox row, read by the same statement. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { recordsAtMost } from '../../../domain/sandbox/transaction-lists.ts';
import { agreements, engagements } from '../../tables/sandbox.ts';

/** Drizzle omits the table name in a select from one table, even inside a subquery. */
export const of = (column: AnyColumn): SQL => sql`${column.table}.${sql.identifier(column.name)}`;

/** Ids of the records whose column `link` refers to the row, oldest first, at most as many as a response may hold. */
export function idsOf(
  { id, createdAt, tppId, link }: Readonly<Record<'id' | 'createdAt' | 'tppId' | 'link', AnyColumn>>,
  owner: Readonly<Record<'tppId' | 'id', AnyColumn>>,
): SQL<string[]> {
  return sql`(select coalesce(json_agg(id order by "createdAt", id), '[]') from (
    select ${of(id)} as id, ${of(createdAt)} as "createdAt" from ${id.table}
    where ${of(tppId)} = ${of(owner.tppId)} and ${of(link)} = ${of(owner.id)}
    order by ${of(createdAt)}, ${of(id)} limit ${sql.raw(String(recordsAtMost))}) as first)`;
}

export const engagementIds = idsOf(
  {
    id: engagements.engagementId,
    createdAt: engagements.createdAt,
    tppId: engagements.tppId,
    link: engagements.agreementId,
  },
  { tppId: agreements.tppId, id: agreements.agreementId },
);
