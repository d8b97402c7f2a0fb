/** By hand: Drizzle has no `materialized`, and no insertion of selected rows into a table that counts them by itself. */
import { sql } from 'drizzle-orm';
import type { SettledMove } from '../../../operations/payments/ports.ts';
import type { ClockEvent } from '../../../operations/ports/bank-work.ts';
import { paymentStatusChanges, payments, tpps } from '../../tables/payments.ts';
import { rowsOf } from '../rows-of.ts';
import { byHand } from './by-hand.ts';

const moves = rowsOf<SettledMove>(
  '"paymentId" text, "from" text, "to" text, at timestamptz, reason text, "fundsAvailable" boolean',
);

/** Moves payments that are where they are said to be, with their history; answers which they were. */
export const settledMoves = byHand<
  { tppId: typeof tpps.tppId; moves: typeof moves },
  { readonly paymentId: string }
>(
  { tppId: tpps.tppId, moves },
  ($) => sql`
    with move as materialized (select * from ${$.moves}), moved as (
      update payments set status = move."to", updated_at = move.at,
        funds_available = coalesce(move."fundsAvailable", funds_available)
      from move where tpp_id = ${$.tppId} and payment_id = move."paymentId" and status = move."from"
      returning payment_id
    ), kept as (
      insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
      select ${$.tppId}, "paymentId", "from", "to", at, reason from move where "from" <> "to"
    )
    select payment_id as "paymentId" from moved`,
);

const { tppId, paymentId, status, updatedAt, fundsAvailable, debtorName, payer } = payments;

/** Moves one payment that is where it is said to be, with its history and what the bank has found out. */
export const movedWithHistory = byHand(
  {
    ...{ tppId, paymentId, fundsAvailable, debtorName, payer },
    ...{ from: status, to: status, at: updatedAt, reason: paymentStatusChanges.reason },
  },
  ($) => sql`
    with moved as (
      update payments set status = ${$.to}, updated_at = ${$.at},
        funds_available = coalesce(${$.fundsAvailable}::boolean, funds_available),
        debtor_name = coalesce(${$.debtorName}::text, debtor_name),
        payer = coalesce(${$.payer}::jsonb, payer)
      where tpp_id = ${$.tppId} and payment_id = ${$.paymentId} and status = ${$.from}
      returning tpp_id, payment_id, updated_at
    )
    insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
    select tpp_id, payment_id, ${$.from}, ${$.to}, updated_at, ${$.reason} from moved`,
);

const events = rowsOf<ClockEvent>(
  'at timestamptz, kind text, "paymentId" text, "authorisationId" text, status text, text text',
);

export const recordedEvents = byHand(
  { tppId: tpps.tppId, events },
  ($) => sql`
    insert into clock_events (tpp_id, at, kind, payment_id, authorisation_id, status, text)
    select ${$.tppId}, at, kind, "paymentId", "authorisationId", status, text from ${$.events}`,
);
