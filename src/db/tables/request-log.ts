/**
 * Requests as a sandbox keeps them for their TPP. The identifier sorts by time, so the key is the order of the list, and the
 * table is partitioned by it: one partition for a day (migration 0015, which Drizzle cannot say).
 */
import { pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

export const loggedRequests = pgTable(
  'logged_requests',
  {
    tppId: text('tpp_id').notNull(),
    /** Index in `logKinds`. */
    kind: smallint('kind').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    status: smallint('status').notNull(),
    code: text('code'),
    path: text('path').notNull(),
    xRequestId: text('x_request_id'),
    /** What is only shown. Not compressed by PostgreSQL: that would cost more than writing it. */
    record: bytes('record').$type<Buffer>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tppId, table.kind, table.id] })],
);
