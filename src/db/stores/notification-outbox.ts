/**
 * The parts of a statement that append what it changes to the outbox of the payment's notification target. For a payment
 * without a target they cost a look into an index.
 */
import { type SQL, sql } from 'drizzle-orm';
import { isFinal, paymentStatuses } from '../../domain/payments/status.ts';

/** Beyond these a scaStatus is left out, because a TPP may start any number of authorisations. A payment has few statuses. */
export const pendingAtMost = 100;

export const finalStatuses = sql.raw(
  paymentStatuses
    .filter(isFinal)
    .map((status) => `'${status}'`)
    .join(', '),
);

/**
 * What was waiting before is due already, or waits after a failure. `end_reason`, not `ended_at`: else PostgreSQL may read all
 * targets of the TPP by the index on those that have not ended. `jsonb_object`, because Citus takes only immutable functions.
 */
const append = (tppId: SQL, changes: SQL, notification: SQL, isWanted: SQL): SQL => sql`
  update notification_targets set
    pending = pending || jsonb_object(array[${notification}]),
    next_at = case when pending = '[]' then 'epoch' else next_at end
  from ${changes} as change
  where notification_targets.tpp_id = ${tppId} and notification_targets.payment_id = change.payment_id
    and end_reason is null and ${isWanted}`;

/** `moves`: a table of payment_id, from_status and to_status. */
export const statusOutbox = (tppId: SQL, moves: SQL): SQL =>
  append(
    tppId,
    moves,
    sql`'transactionStatus', change.to_status`,
    sql`change.from_status <> change.to_status
      and (content ? 'PROCESS' or (content ? 'LAST' and change.to_status in (${finalStatuses})))`,
  );

/** `authorisations`: those that change; the TPP has not seen one that was made with a payment and that nobody has opened. */
export const scaOutbox = (tppId: SQL, authorisations: SQL, scaStatus: SQL): SQL =>
  append(
    tppId,
    authorisations,
    sql`'authorisationId', change.authorisation_id, 'kind', change.kind, 'scaStatus', ${scaStatus}::text`,
    sql`content ? 'SCA' and (not change.implicit or change.opened)
      and jsonb_array_length(pending) < ${sql.raw(String(pendingAtMost))}`,
  );
