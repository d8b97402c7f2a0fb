/**
 * A later request has a greater id, so lists are sorted by id. The table has a partition per day (migrations 0015 and 0026), which Drizzle
 * cannot express.
 */
import { customType, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { type LogKind, logKinds } from '../../operations/request-log/ports.ts';
import { bytes, instant } from './columns.ts';

/** A kind is stored as its index in `logKinds`, so the order of `logKinds` must not change. */
const kindNumber = customType<{ data: LogKind; driverData: number }>({
  dataType: () => 'smallint',
  toDriver: (kind) => logKinds.indexOf(kind),
  fromDriver: (index) => logKinds[index] as LogKind,
});

export const loggedRequests = pgTable(
  'logged_requests',
  {
    tppId: text('tpp_id').notNull(),
    kind: kindNumber('kind').notNull(),
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
