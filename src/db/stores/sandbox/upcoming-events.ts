/** What is due next for a TPP: the first rows of two indexes, put together by time in one statement. */
import { sql } from 'drizzle-orm';
import type { ClockEvent } from '../../../operations/ports/bank-work.ts';
import type { Executor } from '../../connections/client.ts';

type Row = Pick<ClockEvent, 'at' | 'paymentId' | 'authorisationId'> & { readonly periodic: boolean };

export async function upcomingEvents(
  db: Executor,
  tppId: string,
  limit: number,
): Promise<readonly ClockEvent[]> {
  const rows = await db.execute<Row>(sql`
    select (extract(epoch from due) * 1000)::float8 as at, payment_id as "paymentId",
      authorisation_id as "authorisationId", periodic
    from (
      (select due_at as due, payment_id, null as authorisation_id, nominal_date is not null as periodic
        from bank_queue where tpp_id = ${tppId} order by due_at, payment_id limit ${limit})
      union all
      (select expires_at, payment_id, authorisation_id, false
        from authorisations where tpp_id = ${tppId} and ended_at is null order by expires_at limit ${limit})
    ) as event order by due, payment_id limit ${limit}`);
  return rows.map(({ periodic, ...event }) => ({
    ...event,
    psuId: null,
    status: null,
    ...(event.authorisationId === null ? turnOf(periodic) : expiry),
  }));
}

const turnOf = (periodic: boolean): Pick<ClockEvent, 'kind' | 'text'> =>
  periodic
    ? { kind: 'PERIODIC_EXECUTION', text: 'the bank makes the next execution' }
    : { kind: 'BATCH_RUN', text: 'the bank turns to the payment' };

const expiry: Pick<ClockEvent, 'kind' | 'text'> = {
  kind: 'AUTHORISATION_EXPIRED',
  text: 'the time to approve runs out',
};
