import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { recordsAtMost } from '../../../domain/sandbox/transaction-lists.ts';
import { agreements, engagements } from '../../tables/sandbox.ts';

/** In a select from one table, Drizzle writes columns without the name of the table, even in subqueries. */
export const qualify = (column: AnyColumn): SQL => sql`${column.table}.${sql.identifier(column.name)}`;

/** Oldest first, at most as many as a response may hold. */
export function childIds(
  { id, createdAt, tppId, parentId }: Readonly<Record<'id' | 'createdAt' | 'tppId' | 'parentId', AnyColumn>>,
  owner: Readonly<Record<'tppId' | 'id', AnyColumn>>,
): SQL<string[]> {
  return sql`(select coalesce(json_agg(id order by "createdAt", id), '[]') from (
    select ${qualify(id)} as id, ${qualify(createdAt)} as "createdAt" from ${id.table}
    where ${qualify(tppId)} = ${qualify(owner.tppId)} and ${qualify(parentId)} = ${qualify(owner.id)}
    order by ${qualify(createdAt)}, ${qualify(id)} limit ${sql.raw(String(recordsAtMost))}) as first)`;
}

export const engagementIds = childIds(
  {
    id: engagements.engagementId,
    createdAt: engagements.createdAt,
    tppId: engagements.tppId,
    parentId: engagements.agreementId,
  },
  { tppId: agreements.tppId, id: agreements.agreementId },
);
