import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, recordedAt } from '../../../db/tables/columns.ts';
import type { RemoteKind } from '../ports.ts';

export const remoteResources = pgTable(
  'remote_resources',
  {
    tppId: text('tpp_id').notNull(),
    kind: text('kind').$type<RemoteKind>().notNull(),
    id: text('id').notNull(),
    reference: text('reference'),
    scaRedirect: text('sca_redirect'),
    returnState: text('return_state'),
    psuIpAddress: text('psu_ip_address'),
    reportedAt: instant('heard_at'),
    bankAskedAt: instant('asked_at'),
    nextPollAt: instant('ask_at'),
    unchangedPolls: integer('unchanged').notNull(),
    unansweredAt: instant('unanswered_at'),
    unknownSince: instant('unknown_since'),
    recordedAt: recordedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tppId, table.kind, table.id] }),
    // Not unique: a request that the TPP repeats has the same `returnState`, and may start another authorisation.
    index('remote_resources_return').on(table.returnState).where(sql`${table.returnState} is not null`),
    // Only for these kinds: each TPP has its own record of the same PSU, and an authorisation has no reference.
    uniqueIndex('remote_resources_reference')
      .on(table.kind, table.reference)
      .where(sql`${table.kind} in ('PAYMENT', 'BASKET')`),
    index('remote_resources_age').on(table.kind, table.recordedAt),
    index('remote_resources_due').on(table.nextPollAt).where(sql`${table.nextPollAt} is not null`),
  ],
);
