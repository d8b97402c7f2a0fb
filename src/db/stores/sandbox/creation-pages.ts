/** Pages of resources in the order of their creation, oldest first. */
import { type AnyColumn, eq } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import type { CreationKey } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { countUpTo, type Order } from '../keyset.ts';

export const byCreation = (createdAt: AnyColumn, id: AnyColumn): Order<CreationKey> => ({
  columns: [createdAt, id],
  valuesOf: (key) => [key.createdAt, key.id],
  ascending: true,
});

export const countRows = (
  { db }: Session,
  table: AnyPgTable & { readonly tppId: AnyColumn },
  tppId: string,
  atMost: number,
): Promise<number> => countUpTo(db, table, eq(table.tppId, tppId), atMost);
