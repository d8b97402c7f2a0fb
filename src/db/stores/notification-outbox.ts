/**
 * The parts of a statement that add its changes to the outbox of a payment. A payment without a target costs only a
 * search in an index.
 */
import { type SQL, sql } from 'drizzle-orm';
import { isFinal, paymentStatuses } from '../../domain/payments/status.ts';

/**
 * With this many pending notifications, a further scaStatus is left out, because a TPP may start any number of
 * authorisations. The few statuses of a payment are always added.
 */
export const pendingAtMost = 100;

export const finalStatuses = sql.raw(
  paymentStatuses
    .filter(isFinal)
    .map((status) => `'${status}'`)
    .join(', '),
);

/**
 * Adds a notification to the targets of the payments in `changes`. It is due at once, unless others are pending: those
 * are due already, or wait after a failure. The statement checks `end_reason` instead of `ended_at`, because PostgreSQL
 * might otherwise read all targets of the TPP by the index on those that have not ended. It uses `jsonb_object`, because
 * Citus accepts only immutable functions.
 */
const appendNotification = (tppId: SQL, changes: SQL, notification: SQL, isWanted: SQL): SQL => sql`
  update notification_targets set
    pending = pending || jsonb_object(array[${notification}]),
    next_at = case when pending = '[]' then 'epoch' else next_at end
  from ${changes} as change
  where notification_targets.tpp_id = ${tppId} and notification_targets.payment_id = change.payment_id
    and end_reason is null and ${isWanted}`;

/** `moves` is a table with payment_id, from_status and to_status. */
export const statusOutbox = (tppId: SQL, moves: SQL): SQL =>
  appendNotification(
    tppId,
    moves,
    sql`'transactionStatus', change.to_status`,
    sql`change.from_status <> change.to_status
      and (content ? 'PROCESS' or (content ? 'LAST' and change.to_status in (${finalStatuses})))`,
  );

/**
 * `authorisations` is a table of the changed authorisations. The TPP does not know of an implicit one that nobody has opened,
 * so it causes no notification.
 */
export const scaOutbox = (tppId: SQL, authorisations: SQL, scaStatus: SQL): SQL =>
  appendNotification(
    tppId,
    authorisations,
    sql`'authorisationId', change.authorisation_id, 'kind', change.kind, 'scaStatus', ${scaStatus}::text`,
    sql`content ? 'SCA' and (not change.implicit or change.opened)
      and jsonb_array_length(pending) < ${sql.raw(String(pendingAtMost))}`,
  );
