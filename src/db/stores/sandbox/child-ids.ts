import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { recordsAtMost } from '../../../domain/sandbox/transaction-lists.ts';
import { agreements, engagements } from '../../tables/sandbox.ts';

/** A JSON array of the ids of the parent's oldest children, at most as many as a response may hold. */
export function childIds(childId: AnyColumn, parentOfChild: AnyColumn, parentId: AnyColumn): SQL<string[]> {
  // In a select from one table, Drizzle omits the table of a column, even in subqueries. There the name could mean the child's column.
  const parent = sql`${parentId.table}.${sql.identifier(parentId.name)}`;
  const child = sql`child.${sql.identifier(childId.name)}`;
  return sql`(select coalesce(json_agg(id order by created_at, id), '[]') from (
    select ${child} as id, child.created_at from ${childId.table} as child
    where child.tpp_id = ${parentId.table}.tpp_id and child.${sql.identifier(parentOfChild.name)} = ${parent}
    order by child.created_at, ${child} limit ${sql.raw(String(recordsAtMost))}) as oldest)`;
}

export const engagementIds = childIds(
  engagements.engagementId,
  engagements.agreementId,
  agreements.agreementId,
);
