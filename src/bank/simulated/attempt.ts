/** Decides whether one transfer of a payment settles. Changes the book in memory. Reads and writes no database. */
import type { Book, TransferResult } from '../../domain/bank/book.ts';
import { settledReason } from '../../domain/bank/past-moves.ts';
import { executionEffect } from '../../domain/bank/scenarios.ts';
import type { Transfer } from '../../domain/payments/instruction.ts';
import type { Settlement } from '../../domain/payments/status.ts';
import type { Settings } from '../../operations/operation.ts';
import type { EntryOutcome } from '../../operations/payments/ports.ts';
import type { Ids } from '../../operations/ports/stores.ts';
import type { DuePayment } from '../ports.ts';
import type { BookingContext } from './effects.ts';

export interface SimulatedBankParts {
  readonly ids: Ids;
  readonly settings: Settings;
}

export interface DuePaymentWithOutcomes extends DuePayment {
  readonly settlement: Settlement;
  /** The outcomes of earlier runs; empty unless the payment is a bulk payment. */
  readonly entries: readonly EntryOutcome[];
  /** How many earlier executions moved money; 0 unless the payment is a standing order. */
  readonly executedCount: number;
}

export interface CarryOutContext extends BookingContext {
  readonly book: Book;
  readonly sandbox: boolean;
}

export type AttemptResult =
  | TransferResult
  | { readonly settled: false; readonly why: 'REJECTED' | 'SLOW'; readonly reason: string };

const reasonTexts = {
  NO_COVER: 'not enough funds',
  TOO_LARGE: 'the amount is larger than an account of this bank can hold',
  TOO_SMALL: 'the amount is less than the smallest unit of the currency of the creditor account',
  CLOSED: 'the debtor account was closed after the approval',
} as const;

export function reasonOf(result: AttemptResult): string {
  if (result.settled) return settledReason;
  return 'reason' in result ? result.reason : reasonTexts[result.why];
}

/** In a sandbox the creditor's name may select a scenario, which decides before the book does. */
export function attemptTransfer(
  context: Pick<CarryOutContext, 'book' | 'sandbox'>,
  { payment, settlement }: Pick<DuePaymentWithOutcomes, 'payment' | 'settlement'>,
  transfer: Transfer,
): AttemptResult {
  const scenarioEffect = context.sandbox ? executionEffect(transfer.creditorName) : null;
  if (scenarioEffect?.outcome === 'NO_COVER') return { settled: false, why: 'NO_COVER' };
  if (scenarioEffect?.outcome === 'REJECTED')
    return { settled: false, why: 'REJECTED', reason: scenarioEffect.reason };
  // Only a single payment can be slow, and only once: if it is already ACSP, it settles as usual.
  const isSingle = settlement === 'BATCH' || settlement === 'INSTANT';
  if (scenarioEffect?.outcome === 'SLOW' && isSingle && payment.status !== 'ACSP') {
    return { settled: false, why: 'SLOW', reason: scenarioEffect.reason };
  }
  const { payer, debtorName: name, debtorAccount: account } = payment;
  return context.book.transfer({ payer, name, account }, transfer);
}
