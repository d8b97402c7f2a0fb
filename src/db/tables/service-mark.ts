import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { recordedAt } from './columns.ts';

/** One row: the kind of service and of bank that may use this database. */
export const serviceMark = pgTable(
  'service_mark',
  {
    id: integer('id').primaryKey(),
    service: text('service').$type<'sandbox' | 'bank' | 'core-system'>().notNull(),
    bank: text('bank').$type<'simulated' | 'upstream' | 'core'>().notNull(),
    recordedAt: recordedAt(),
  },
  ({ id }) => [check('service_mark_once', sql`${id} = 1`)],
);
