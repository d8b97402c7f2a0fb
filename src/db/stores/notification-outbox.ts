/** Parts of the statements that change payments and authorisations. They add notifications to the outboxes. */
import { type SQL, sql } from 'drizzle-orm';
import { isFinal, type PaymentStatus, paymentStatuses } from '../../domain/payments/status.ts';

/** `statuses`: the new statuses, for a metric. */
export type ChangeListener = (
  tppId: string,
  paymentIds: readonly string[],
  statuses: readonly PaymentStatus[],
) => void;

/** A target with this many pending notifications gets no more scaStatus, because a TPP may start any number of authorisations. */
export const pendingAtMost = 100;

export const finalStatuses = sql.raw(
  paymentStatuses
    .filter(isFinal)
    .map((status) => `'${status}'`)
    .join(', '),
);

/**
 * A target without pending notifications becomes due at once ('epoch').
 * A target that ended as FINAL becomes live again: after the end of a payment, the authorisation of its cancellation can still change.
 * Do not add `ended_at is null`: PostgreSQL might then use the index `notification_targets_next` and read all live targets.
 * Citus accepts only immutable functions here, such as `jsonb_object`.
 */
const appendNotification = (tppId: SQL, changes: SQL, notification: SQL, isWanted: SQL): SQL => sql`
  update notification_targets set
    pending = pending || jsonb_object(array[${notification}]),
    next_at = case when pending = '[]' then 'epoch' else next_at end, ended_at = null, end_reason = null
  from ${changes} as change
  where notification_targets.tpp_id = ${tppId} and notification_targets.payment_id = change.payment_id
    and end_reason is distinct from 'GIVEN_UP' and ${isWanted}`;

/** `moves`: a table with payment_id, from_status and to_status. */
export const statusOutbox = (tppId: SQL, moves: SQL): SQL =>
  appendNotification(
    tppId,
    moves,
    sql`'transactionStatus', change.to_status`,
    sql`change.from_status <> change.to_status
      and (content ? 'PROCESS' or (content ? 'LAST' and change.to_status in (${finalStatuses})))`,
  );

/** Omits an implicit authorisation that nobody has opened, because the TPP does not know of it. */
export const scaOutbox = (tppId: SQL, authorisations: SQL, scaStatus: SQL): SQL =>
  appendNotification(
    tppId,
    authorisations,
    sql`'authorisationId', change.authorisation_id, 'kind', change.kind, 'scaStatus', ${scaStatus}::text`,
    sql`content ? 'SCA' and (not change.implicit or change.opened)
      and jsonb_array_length(pending) < ${sql.raw(String(pendingAtMost))}`,
  );
