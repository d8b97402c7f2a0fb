/** Ids sort by time. The table has a partition per day (migrations 0015 and 0026), which Drizzle cannot express. */
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
    /** Stored uncompressed, because compressing would cost more than writing. */
    record: bytes('record').$type<Buffer>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tppId, table.kind, table.id] })],
);
