/** Pages of lists in the order of creation, oldest first. */
import { type AnyColumn, sql } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import type { Page } from '../../../operations/ports/page.ts';
import type { CreationKey } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { keysetPage } from '../keyset.ts';

export const creationPage = (createdAt: AnyColumn, id: AnyColumn, page: Page<CreationKey>) =>
  keysetPage(
    {
      columns: [createdAt, id],
      valuesOf: (key: CreationKey) => [key.createdAt, key.id],
      ascending: true,
    },
    page,
  );

/** Counts the rows of the TPP, up to `atMost`. */
export async function countRows(
  { db }: Session,
  table: AnyPgTable & { readonly tppId: AnyColumn },
  tppId: string,
  atMost: number,
): Promise<number> {
  const rows = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(sql`${table.tppId} = ${tppId}`)
    .limit(atMost)
    .as('counted');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(rows);
  return row?.count ?? 0;
}
