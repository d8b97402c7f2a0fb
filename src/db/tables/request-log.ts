/**
 * Logged requests of a sandbox. Ids sort by time, so the primary key also has the order in which the request log lists requests.
 * The table has a partition per day (migrations 0015 and 0026, because Drizzle cannot express partitions).
 */
import { pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

export const loggedRequests = pgTable(
  'logged_requests',
  {
    tppId: text('tpp_id').notNull(),
    /** The index of the kind in `logKinds`. */
    kind: smallint('kind').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    status: smallint('status').notNull(),
    code: text('code'),
    path: text('path').notNull(),
    xRequestId: text('x_request_id'),
    /** Shown but not searched. PostgreSQL stores it uncompressed, because compressing would cost more than writing. */
    record: bytes('record').$type<Buffer>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tppId, table.kind, table.id] })],
);
