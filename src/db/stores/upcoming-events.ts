/** What is due next for a TPP: the first rows of two indexes, put together by time. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ClockEvent } from '../../operations/bank-work.ts';
import type { Executor } from '../client.ts';
import { authorisations } from '../tables/authorisations.ts';
import { bankQueue } from '../tables/bank.ts';

export async function upcomingEvents(
  db: Executor,
  tppId: string,
  limit: number,
): Promise<readonly ClockEvent[]> {
  const work = await db
    .select()
    .from(bankQueue)
    .where(eq(bankQueue.tppId, tppId))
    .orderBy(asc(bankQueue.dueAt), asc(bankQueue.paymentId))
    .limit(limit);
  const open = await db
    .select({
      authorisationId: authorisations.authorisationId,
      paymentId: authorisations.paymentId,
      expiresAt: authorisations.expiresAt,
    })
    .from(authorisations)
    .where(and(eq(authorisations.tppId, tppId), isNull(authorisations.endedAt)))
    .orderBy(asc(authorisations.expiresAt))
    .limit(limit);
  const turns = work.map(({ paymentId, dueAt, nominalDate }): ClockEvent => {
    const periodic = nominalDate !== null;
    return {
      ...nothing,
      at: dueAt.getTime(),
      kind: periodic ? 'PERIODIC_EXECUTION' : 'BATCH_RUN',
      paymentId,
      text: periodic ? 'the bank makes the next execution' : 'the bank turns to the payment',
    };
  });
  const expiries = open.map(
    ({ authorisationId, paymentId, expiresAt }): ClockEvent => ({
      ...nothing,
      at: expiresAt.getTime(),
      kind: 'AUTHORISATION_EXPIRED',
      paymentId,
      authorisationId,
      text: 'the time to approve runs out',
    }),
  );
  return [...turns, ...expiries].sort((one, other) => one.at - other.at).slice(0, limit);
}

const nothing = { paymentId: null, authorisationId: null, psuId: null, status: null } as const;
