import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { recordsAtMost } from '../../../domain/sandbox/transaction-lists.ts';
import { agreements, engagements } from '../../tables/sandbox.ts';

/** A JSON array of the ids of the parent's oldest children, at most as many as a response may hold. */
export function childIds(id: AnyColumn, parentOfChild: AnyColumn, parentId: AnyColumn): SQL<string[]> {
  // States the table, because Drizzle omits the table of a column in a select from one table, even in subqueries.
  const parent = sql`${parentId.table}.${sql.identifier(parentId.name)}`;
  const childId = sql`child.${sql.identifier(id.name)}`;
  return sql`(select coalesce(json_agg(id order by created_at, id), '[]') from (
    select ${childId} as id, child.created_at from ${id.table} as child
    where child.tpp_id = ${parentId.table}.tpp_id and child.${sql.identifier(parentOfChild.name)} = ${parent}
    order by child.created_at, ${childId} limit ${sql.raw(String(recordsAtMost))}) as oldest)`;
}

export const engagementIds = childIds(
  engagements.engagementId,
  engagements.agreementId,
  agreements.agreementId,
);
