import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { recordsAtMost } from '../../../domain/sandbox/transaction-lists.ts';
import { agreements, engagements } from '../../tables/sandbox.ts';

/** A JSON array of the ids of the owner's children: the oldest, and at most as many as a response may hold. */
export function childIds(id: AnyColumn, parentId: AnyColumn, ownerId: AnyColumn): SQL<string[]> {
  // Names the table, because Drizzle leaves it out in a select from one table, even in subqueries.
  const owner = sql`${ownerId.table}.${sql.identifier(ownerId.name)}`;
  const childId = sql`child.${sql.identifier(id.name)}`;
  return sql`(select coalesce(json_agg(id order by created_at, id), '[]') from (
    select ${childId} as id, child.created_at from ${id.table} as child
    where child.tpp_id = ${ownerId.table}.tpp_id and child.${sql.identifier(parentId.name)} = ${owner}
    order by child.created_at, ${childId} limit ${sql.raw(String(recordsAtMost))}) as oldest)`;
}

export const engagementIds = childIds(
  engagements.engagementId,
  engagements.agreementId,
  agreements.agreementId,
);
