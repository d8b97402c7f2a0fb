/** What an authorisation approves. To prevent deadlocks, all code locks the payments before the authorisation. */
import type { AuthorisationKind, EndReason } from '../../domain/authorisations/authorisation.ts';
import { productOf } from '../../domain/payments/products/list.ts';
import { awaitsApproval, isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { Context } from '../operation.ts';
import type { Directory, Signer } from '../ports/directory.ts';
import type { AuthorisationRecord, Findings, PaymentRecord, TargetedAuthorisation } from '../ports/stores.ts';

/** `now` is the time of the TPP. */
export type ScaContext = Pick<Context, 'stores' | 'settings' | 'bank' | 'ids' | 'now'>;

export type ApproveContext = ScaContext & { readonly directory: Directory };

export type EndContext = Pick<ScaContext, 'stores' | 'now'>;

type PaymentState = Pick<PaymentRecord, 'status'>;

interface Target {
  lock(
    context: Pick<ScaContext, 'stores'>,
    authorisation: AuthorisationRecord,
  ): Promise<readonly PaymentRecord[]>;
  /** Whether the payments still wait for this authorisation. */
  awaits(authorisation: TargetedAuthorisation, payments: readonly PaymentState[]): boolean;
  approve(
    context: ApproveContext,
    authorisation: TargetedAuthorisation,
    payments: readonly PaymentRecord[],
    signer: Signer,
  ): Promise<EndReason>;
  /** Called when the authorisation ends without approval. */
  abandon(
    context: ScaContext,
    authorisation: TargetedAuthorisation,
    payments: readonly PaymentRecord[],
    reason: EndReason,
  ): Promise<void>;
}

const loginTarget: Target = {
  lock: async () => [],
  awaits: () => true,
  approve: async () => 'APPROVED',
  abandon: async () => undefined,
};

const paymentTarget: Target = {
  async lock({ stores }, { paymentId }) {
    const lockedPayment = paymentId === null ? null : await stores.payments.lock(paymentId);
    return lockedPayment ? [lockedPayment] : [];
  },
  awaits: ({ openBasketId }, payments) =>
    openBasketId === null && payments.some(({ status }) => awaitsApproval(status)),
  async approve(context, _authorisation, payments, signer) {
    const [payment] = payments;
    return payment ? approvePayment(context, payment, signer) : 'RESOURCE_CHANGED';
  },
  async abandon(context, { openBasketId }, payments, reason) {
    // If the payment is in an open basket, the authorisation of the basket decides.
    if (openBasketId === null) await rejectAll(context, payments, reason);
  },
};

const cancellationTarget: Target = {
  lock: paymentTarget.lock,
  awaits: (_authorisation, payments) =>
    payments.some(({ status }) => !isFinal(status) && !awaitsApproval(status)),
  async approve(context, _authorisation, payments, signer) {
    const [payment] = payments;
    if (!payment) return 'RESOURCE_CHANGED';
    const right = await context.directory.right(payment, signer);
    if (!right?.allowed) return 'NOT_ALLOWED';
    const isStopped = await context.bank.commitCancellation(context.stores, payment, context.now);
    // If the bank has not stopped the payment yet, its later answer changes the status.
    if (!isStopped) return 'APPROVED';
    return (await move(context, payment, 'CANC', 'cancellation approved by the PSU'))
      ? 'APPROVED'
      : 'RESOURCE_CHANGED';
  },
  async abandon(context, _authorisation, payments, reason) {
    // Only too many wrong codes stop the payment. After any other end it goes on, because nobody has decided against it.
    if (reason !== 'TOO_MANY_CODES') return;
    const approvedAt = null;
    // None of these payments is final: the service checks codes only while the payments wait for this authorisation.
    for (const payment of payments)
      if (await context.bank.commitCancellation(context.stores, payment, approvedAt))
        await move(context, payment, await statusAfterStop(context, payment), rejectionReason(reason));
  },
};

/** PART if entries have been settled, ACSC if a standing order has paid, otherwise RJCT. */
async function statusAfterStop(
  { stores: { paymentLists } }: ScaContext,
  { paymentId }: PaymentRecord,
): Promise<'RJCT' | 'PART' | 'ACSC'> {
  const entries = (await paymentLists.entryOutcomesOf([paymentId])).get(paymentId) ?? [];
  if (entries.some(({ status }) => status === 'ACSC')) return 'PART';
  const executedCount = (await paymentLists.executedCounts([paymentId])).get(paymentId) ?? 0;
  return executedCount > 0 ? 'ACSC' : 'RJCT';
}

const basketTarget: Target = {
  lock: async ({ stores }, { basketId }) => (basketId === null ? [] : stores.baskets.lockPayments(basketId)),
  awaits: (_authorisation, payments) => payments.some(({ status }) => awaitsApproval(status)),
  async approve(context, authorisation, payments, signer) {
    const reasons = new Set<EndReason>();
    const awaitingPayments = payments.filter(({ status }) => awaitsApproval(status));
    await context.bank.lockForApproval(context.stores, awaitingPayments);
    for (const payment of awaitingPayments) reasons.add(await approvePayment(context, payment, signer));
    const [firstReason = 'APPROVED', ...otherReasons] = reasons;
    // Reasons differ if, for example, a bank allows only some currencies of the debtor account. The basket is then approved.
    const reason = otherReasons.length === 0 ? firstReason : 'APPROVED';
    const state = reason === 'NOT_ALLOWED' ? 'REJECTED' : 'APPROVED';
    await closeBasket(context, authorisation, awaitingPayments, state);
    return reason;
  },
  async abandon(context, authorisation, payments, reason) {
    await rejectAll(context, payments, reason);
    await closeBasket(context, authorisation, payments, 'REJECTED');
  },
};

/** Also ends the authorisations of single payments of the basket, because they can no longer approve anything. */
async function closeBasket(
  { stores, now }: ScaContext,
  { basketId }: AuthorisationRecord,
  payments: readonly PaymentRecord[],
  state: 'APPROVED' | 'REJECTED',
): Promise<void> {
  for (const { paymentId } of payments)
    await stores.authorisations.endOpen({ paymentId }, 'PAYMENT', 'RESOURCE_CHANGED', now);
  if (basketId !== null) await stores.baskets.close(basketId, state);
}

export const targets: Readonly<Record<AuthorisationKind, Target>> = {
  LOGIN: loginTarget,
  PAYMENT: paymentTarget,
  CANCELLATION: cancellationTarget,
  BASKET: basketTarget,
};

/** null: the authorisation need not end. */
export function endReasonNow(
  { now }: Pick<ScaContext, 'now'>,
  authorisation: TargetedAuthorisation,
  payments: readonly PaymentState[],
): EndReason | null {
  if (authorisation.expiresAt <= now) return 'EXPIRED';
  return targets[authorisation.kind].awaits(authorisation, payments) ? null : 'RESOURCE_CHANGED';
}

async function approvePayment(
  context: ApproveContext,
  payment: PaymentRecord,
  signer: Signer,
): Promise<EndReason> {
  const { directory } = context;
  const right = await directory.right(payment, signer);
  if (!right?.allowed) {
    await move(context, payment, 'RJCT', rejectionReason('NOT_ALLOWED'));
    return 'NOT_ALLOWED';
  }
  const debtorName = right.holderName ?? signer.customer.customerName;
  const fundsAvailable = directory.covers(payment.paymentId);
  const { payer } = right;
  const { to, reason } = await context.bank.commitApproval(
    context.stores,
    productOf(payment.product),
    { ...payment, debtorName, payer },
    context.now,
  );
  const hasMoved = await move(context, payment, to, reason, { debtorName, payer, fundsAvailable });
  if (!hasMoved) return 'RESOURCE_CHANGED';
  return to === 'RJCT' ? 'PAYMENT_FAILED' : 'APPROVED';
}

async function rejectAll(
  context: ScaContext,
  payments: readonly PaymentRecord[],
  reason: EndReason,
): Promise<void> {
  for (const payment of payments.filter(({ status }) => awaitsApproval(status))) {
    await move(context, payment, 'RJCT', rejectionReason(reason));
  }
}

const rejectionReason = (reason: EndReason): string => rejectionReasons[reason] ?? 'the authorisation failed';

const rejectionReasons: Readonly<Partial<Record<EndReason, string>>> = {
  REJECTED: 'rejected by the PSU',
  EXPIRED: 'the authorisation was not finished in time',
  NOT_ALLOWED: 'the customer may not use the debtor account',
  WRONG_CODE: 'the authorisation ended after five wrong numbers or codes',
  TOO_MANY_CODES: 'fifteen wrong one-time codes were entered in total',
};

async function move(
  context: ScaContext,
  payment: PaymentRecord,
  to: PaymentStatus,
  reason: string,
  findings: Findings = {},
): Promise<boolean> {
  const { paymentId, status: from } = payment;
  const { settlement } = productOf(payment.product);
  const change = { paymentId, from, to, at: context.now, reason };
  return context.stores.payments.move(context.bank.moveOf(settlement, change), findings);
}
