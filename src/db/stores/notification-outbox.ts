/**
 * Parts of the statements that change payments and authorisations. These parts add notifications of the changes to the outboxes.
 * For a payment without a target, such a part costs only a search in an index.
 */
import { type SQL, sql } from 'drizzle-orm';
import { isFinal, type PaymentStatus, paymentStatuses } from '../../domain/payments/status.ts';

/** The stores call this function for new and changed payments. `statuses`: the new statuses, which a metric counts. */
export type ChangeListener = (
  tppId: string,
  paymentIds: readonly string[],
  statuses: readonly PaymentStatus[],
) => void;

/**
 * A target with this many pending notifications gets no further scaStatus, because a TPP may start any number of
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
 * Adds a notification to the targets of the payments in `changes`. Each target is due at once, unless it has other pending
 * notifications: then it is due already, or waits after a failure. A target that has ended with its payment is live again, because
 * the payment may still have an open authorisation of its cancellation. The condition is on `end_reason`, which has no index. With
 * a condition on `ended_at`, PostgreSQL might choose the index of live targets, and read all live targets of the TPP. The statement
 * uses `jsonb_object`, because Citus accepts only immutable functions.
 */
const appendNotification = (tppId: SQL, changes: SQL, notification: SQL, isWanted: SQL): SQL => sql`
  update notification_targets set
    pending = pending || jsonb_object(array[${notification}]),
    next_at = case when pending = '[]' then 'epoch' else next_at end, ended_at = null, end_reason = null
  from ${changes} as change
  where notification_targets.tpp_id = ${tppId} and notification_targets.payment_id = change.payment_id
    and end_reason is distinct from 'GIVEN_UP' and ${isWanted}`;

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
 * `authorisations` is a table of the changed authorisations. An implicit authorisation that nobody has opened causes no
 * notification, because the TPP does not know of it.
 */
export const scaOutbox = (tppId: SQL, authorisations: SQL, scaStatus: SQL): SQL =>
  appendNotification(
    tppId,
    authorisations,
    sql`'authorisationId', change.authorisation_id, 'kind', change.kind, 'scaStatus', ${scaStatus}::text`,
    sql`content ? 'SCA' and (not change.implicit or change.opened)
      and jsonb_array_length(pending) < ${sql.raw(String(pendingAtMost))}`,
  );
