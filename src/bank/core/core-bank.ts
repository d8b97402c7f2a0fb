/**
 * A core system as the bank behind the service: it is asked before a transaction, and each approved payment becomes an order.
 * The plan of a standing order stays here; each execution is an order.
 */

import { firstRunOf } from '../../domain/bank/due.ts';
import { planOf } from '../../domain/payments/plan.ts';
import type { Product } from '../../domain/payments/product.ts';
import {
  isFinal,
  type PaymentChange,
  type PaymentMove,
  reportedMove,
  type Settlement,
} from '../../domain/payments/status.ts';
import { nextExecution } from '../../domain/schedule/periodic.ts';
import { type IsoDate, todayInOslo } from '../../domain/values/calendar.ts';
import type { CreatePaymentInput } from '../../operations/payments/ports.ts';
import type {
  ApprovalContext,
  ApprovalQuestions,
  Bank,
  PieceSize,
  PreparedCreation,
} from '../../operations/ports/bank.ts';
import type { PrepareContext, Settings } from '../../operations/ports/context.ts';
import type { AuthorisationRecord, Clock, PaymentRecord, Stores } from '../../operations/ports/stores.ts';
import { productOf } from '../../operations/sca/targets.ts';
import { firstExecution, queuedExecution } from '../executions.ts';
import { judgeCreation, localApproval, localCreation } from '../local-approval.ts';
import type { DuePayment, ExecutablePayment, QueuedPayment } from '../ports.ts';
import { askCore, directoryFrom } from './approval.ts';
import { noCoreAnswers } from './customer-answers.ts';
import type { OrderRecord } from './orders/ports.ts';
import type { CoreQueries } from './port.ts';

export interface CoreBankParts {
  readonly queries: CoreQueries;
  readonly clock: Clock;
  readonly settings: Settings;
  /** A random UUID of version 4. */
  readonly newId: () => string;
  /** Resolves when the payment has ended, or after that time. */
  readonly waitForEnd: (tppId: string, paymentId: string, milliseconds: number) => Promise<void>;
}

type ApprovedByCore = Awaited<ReturnType<Bank['commitApproval']>>;

/** Executions in one batch. */
const pieceAtMost = { payments: 100, transfers: 100 };
/** An instant payment settles in seconds, so the PSU waits for its result. */
const instantWaitsMs = 5_000;

export const createCoreBank = (parts: CoreBankParts): Bank => ({
  ...localApproval,
  prepareCreation: (context, input) => prepareCreation(parts, context, input),
  prepareApproval: async (context, find, questions) => {
    const answers = await answersFor(parts, context, await find(), questions);
    return { directory: () => directoryFrom(answers) };
  },
  commitApproval: (stores, product, payment, at) => approve(parts, stores, product, payment, at),
  moveOf,
  async awaitEnd({ tppId, paymentId }, { settlement }) {
    if (settlement !== 'INSTANT') return false;
    await parts.waitForEnd(tppId, paymentId, instantWaitsMs);
    return true;
  },
  async commitCancellation(stores, payment, approvedAt) {
    const isWithdrawn = await withdraw(parts, stores, payment);
    if (!isWithdrawn && approvedAt !== null) await cancel(parts, stores, payment, approvedAt);
    return isWithdrawn;
  },
  carryOut: (stores, tppId, at) => carryOut(parts, stores, tppId, at),
});

async function prepareCreation(
  { queries }: CoreBankParts,
  context: PrepareContext,
  input: CreatePaymentInput,
): Promise<PreparedCreation> {
  judgeCreation(context, input);
  const { fee } = await queries.check(context.caller.tppId, input.product, input.instruction);
  return { ...localCreation, fee };
}

const answersFor = async (
  { queries }: CoreBankParts,
  context: ApprovalContext,
  authorisation: AuthorisationRecord | null,
  questions: ApprovalQuestions,
) => (authorisation === null ? noCoreAnswers : askCore(queries, context, authorisation, questions));

async function approve(
  parts: CoreBankParts,
  stores: Stores,
  { settlement }: Product,
  payment: PaymentRecord,
  at: number,
): Promise<ApprovedByCore> {
  if (settlement === 'SCHEDULE') {
    const first = firstExecution(payment, at);
    if (first === null) return { to: 'RJCT', reason: 'the plan has no execution after the approval' };
    await stores.work.enqueue(first);
    return { to: 'ACCP', reason: 'approved by the PSU' };
  }
  await stores.orders.add(orderOf(parts, payment, payment.requestedDate ?? todayInOslo(at)));
  return { to: 'PDNG', reason: 'approved by the PSU' };
}

/** An instant payment waits for the core too, which reports its statuses. */
function moveOf(settlement: Settlement, change: PaymentChange): PaymentMove {
  const move = reportedMove(settlement, change);
  if (move !== null) return move;
  throw new Error(`a ${settlement} payment never moves from ${change.from} to ${change.to}`);
}

async function withdraw(parts: CoreBankParts, stores: Stores, payment: PaymentRecord): Promise<boolean> {
  await stores.orders.withdraw(payment.paymentId);
  // The plan of a standing order ends here; orders that the core already has continue.
  if (productOf(parts, payment).settlement === 'SCHEDULE') return true;
  const all = await stores.orders.ofPayment(payment.paymentId);
  return all.every(({ state }) => state === 'WITHDRAWN');
}

async function cancel(
  parts: CoreBankParts,
  stores: Stores,
  payment: PaymentRecord,
  at: number,
): Promise<void> {
  const all = await stores.orders.ofPayment(payment.paymentId);
  const cancelled = all.find(({ kind, state }) => kind === 'CREDIT_TRANSFER' && state !== 'WITHDRAWN');
  if (cancelled === undefined) throw new Error('an approved payment has an order');
  const { orderId: cancels } = cancelled;
  // A pending cancellation needs no second one.
  if (all.some((one) => one.cancels === cancels && one.state === 'WAITING')) return;
  await stores.orders.add(orderOf(parts, payment, todayInOslo(at), { kind: 'CANCELLATION', cancels }));
}

async function carryOut(parts: CoreBankParts, stores: Stores, tppId: string, at: number): Promise<PieceSize> {
  const duePayments = await stores.work.due(tppId, at, pieceAtMost);
  const doneIds: string[] = [];
  const again: QueuedPayment[] = [];
  for (const one of duePayments) {
    const next = await execute(parts, stores, one, at);
    doneIds.push(...next.done);
    again.push(...next.again);
  }
  await stores.work.settle(doneIds, again);
  return { payments: duePayments.length, executions: duePayments.length };
}

/** The execution that is due becomes an order, and the next one waits for its day. */
async function execute(parts: CoreBankParts, stores: Stores, { payment, queued }: DuePayment, at: number) {
  const { paymentId, status, instruction } = payment;
  const { nominalDate, executionDate } = queued;
  if (isFinal(status) || nominalDate === null) return { done: [paymentId], again: [] };
  await stores.orders.add(orderOf(parts, payment, executionDate ?? nominalDate, { nominalDate }));
  const next = nextExecution(planOf(instruction), nominalDate as IsoDate);
  const again = next === null ? [] : [queuedExecution(payment, next, Math.max(firstRunOf(next.date), at))];
  return { done: next === null ? [paymentId] : [], again };
}

function orderOf(
  { clock, newId }: CoreBankParts,
  { paymentId, tppId, debtorName }: ExecutablePayment,
  executionDate: string,
  more: Partial<OrderRecord> = {},
): OrderRecord {
  const now = clock();
  return {
    // ISO 20022 allows 35 characters.
    orderId: newId().replaceAll('-', ''),
    tppId,
    paymentId,
    kind: 'CREDIT_TRANSFER',
    cancels: null,
    executionDate,
    nominalDate: null,
    debtorName: debtorName ?? '',
    coreSystemData: null,
    state: 'WAITING',
    tries: 0,
    createdAt: now,
    sendAt: now,
    ...more,
  };
}
