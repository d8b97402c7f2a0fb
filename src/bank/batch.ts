/**
 * A piece of the bank's work at one instant, in one transaction: locks payments in the order of their ids, then accounts
 * in the order of theirs, decides on the book and writes everything together, so a crash leaves all of it or nothing.
 */
import { openBook } from '../domain/bank/book.ts';
import { runAt } from '../domain/bank/due.ts';
import { accountKey, transfersOf } from '../domain/payments/instruction.ts';
import { isFinal, type Settlement } from '../domain/payments/status.ts';
import { todayInOslo } from '../domain/values/calendar.ts';
import type { QueuedPayment } from '../operations/ports/bank-work.ts';
import type { Ids, PaymentRecord, Stores } from '../operations/ports/stores.ts';
import type { Due } from './attempt.ts';
import { carryOut } from './carry-out.ts';
import { noEffects, write } from './effects.ts';

/** A piece has at most this many payments and about this many transfers: bounded memory, short locks. */
const paymentsAtMost = 500;
const transfersAtMost = 1_000;

export interface BatchParts {
  readonly ids: Ids;
  readonly sandbox: boolean;
  readonly settlementOf: (payment: PaymentRecord) => Settlement;
}

/** Carries out a piece of what is due at `at`; answers how many payments it processed. */
export async function runPiece(
  parts: BatchParts,
  stores: Stores,
  tppId: string,
  at: number,
  recording: boolean,
): Promise<number> {
  const queued = cut(await stores.work.due(tppId, at, paymentsAtMost));
  const due = await load(parts, stores, tppId, queued);
  const keys = new Set(due.flatMap(({ payment }) => (isFinal(payment.status) ? [] : keysOf(payment))));
  const book = openBook(await stores.ledger.lock(tppId, { accountKeys: [...keys] }));
  const effects = noEffects();
  const desk = { at, today: todayInOslo(at), ids: parts.ids, sandbox: parts.sandbox, book, effects };
  for (const one of due) carryOut(desk, one);
  const inRun = due.filter(
    ({ payment, settlement }) => settlement !== 'SCHEDULE' && !isFinal(payment.status),
  ).length;
  if (inRun > 0) await stores.work.countRun({ ...runAt(at), at, tppId, payments: inRun });
  await write(stores, tppId, effects, recording);
  return queued.length;
}

function cut(queued: readonly QueuedPayment[]): readonly QueuedPayment[] {
  let transfers = 0;
  for (const [place, one] of queued.entries()) {
    transfers += one.transfers;
    if (transfers > transfersAtMost) return queued.slice(0, Math.max(place, 1));
  }
  return queued;
}

async function load(
  parts: BatchParts,
  stores: Stores,
  tppId: string,
  queued: readonly QueuedPayment[],
): Promise<readonly Due[]> {
  const found = await stores.payments.lockMany(
    tppId,
    queued.map(({ paymentId }) => paymentId),
  );
  const byId = new Map(
    found.map((payment) => [payment.paymentId, { payment, settlement: parts.settlementOf(payment) }]),
  );
  const idsOf = (wanted: Settlement) =>
    found.map(({ paymentId }) => paymentId).filter((id) => byId.get(id)?.settlement === wanted);
  const [entries, executed] = await Promise.all([
    stores.work.entriesOf(idsOf('ENTRIES')),
    stores.work.executedOf(idsOf('SCHEDULE')),
  ]);
  return queued.flatMap((one) => {
    const known = byId.get(one.paymentId);
    if (!known) return [];
    return [
      {
        ...known,
        queued: one,
        entries: entries.get(one.paymentId) ?? [],
        executed: executed.get(one.paymentId) ?? 0,
      },
    ];
  });
}

/** The names of the accounts that a payment may touch. */
export function keysOf(payment: PaymentRecord): readonly string[] {
  return [
    payment.debtorKey,
    ...transfersOf(payment.instruction).map(({ creditorAccount }) => accountKey(creditorAccount)),
  ];
}
