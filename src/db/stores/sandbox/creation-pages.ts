/** Pages of lists in the order of creation, oldest first. */
import { type AnyColumn, eq } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import type { Page } from '../../../operations/ports/page.ts';
import type { CreationKey } from '../../../operations/sandbox/ports.ts';
import type { Session } from '../../session.ts';
import { countUpTo, keysetPage } from '../keyset.ts';

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
export const countRows = (
  { db }: Session,
  table: AnyPgTable & { readonly tppId: AnyColumn },
  tppId: string,
  atMost: number,
): Promise<number> => countUpTo(db, table, eq(table.tppId, tppId), atMost);
