/** Ids of the records that belong to a row of the sandbox, read by the statement that reads the row. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { recordsAtMost } from '../../../domain/sandbox/reading.ts';
import { agreements, engagements } from '../../tables/sandbox.ts';

/** A column with its table: drizzle leaves the table out of a select from one table, also inside a subquery. */
export const of = (column: AnyColumn): SQL => sql`${column.table}.${sql.identifier(column.name)}`;

/** The ids of the records whose column `link` has the id of a row of the same TPP, oldest first, as one value; at most as many as an answer may hold. */
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
