import { awaitsApproval } from '../../domain/payments/status.ts';
import { requireCancellable } from '../../operations/payments/cancel-payment.ts';
import { findPayment, paymentConflict } from '../../operations/payments/get-payment.ts';
import type { PaymentIdInput } from '../../operations/payments/ports.ts';
import type { Cancellation } from '../../operations/ports/bank.ts';
import type { PrepareContext } from '../../operations/ports/context.ts';
import type { PaymentRecord, Stores } from '../../operations/ports/stores.ts';
import type { BankClient } from './bank-client.ts';
import { createRequestFromContext, findReference } from './bank-request.ts';
import { withStoredPsuInChallenge } from './challenge.ts';
import { reportedByBankReason } from './statuses/apply-status.ts';
import { requireAnsweredPoll, type StatusPoller } from './statuses/status-poller.ts';

type CancellationParts = { readonly client: BankClient; readonly poller: StatusPoller };

export async function prepareCancellation(
  { client, poller }: CancellationParts,
  context: PrepareContext,
  input: PaymentIdInput,
): Promise<Cancellation> {
  const { stores } = context;
  const { product, payment } = await findPayment(context, input);
  const { tppId, paymentId } = payment;
  // A TPP repeats a cancellation whose response was lost. If a poll has stored CANC in the meantime, this service does not refuse but
  // asks the bank, which repeats its response.
  if (!(await wasCancelledByBank(stores, payment))) await requireCancellable(context, payment);
  const reference = await findReference(stores, tppId, 'PAYMENT', paymentId);
  if (reference === null) throw paymentConflict('the bank does not know this payment');
  const request = await createRequestFromContext(context);
  const call = client.cancelPayment(request, { product, reference });
  const decision = await withStoredPsuInChallenge(payment, call);
  // Only the cancellation of an approved payment needs an approval. A stored status that awaits approval is then out of date.
  if (decision === 'TO_APPROVE' && awaitsApproval(payment.status)) await poller.pollNow(tppId, [paymentId]);
  return decision;
}

/** Whether the payment is cancelled because the bank has reported its cancellation. */
async function wasCancelledByBank(
  { paymentLists }: Stores,
  { status, paymentId }: PaymentRecord,
): Promise<boolean> {
  if (status !== 'CANC') return false;
  const moves = (await paymentLists.statusChangesOf([paymentId])).get(paymentId) ?? [];
  return moves.at(-1)?.reason === reportedByBankReason;
}

/** Polls a payment that awaits approval, because the PSU may have approved it at the bank in the meantime. */
export async function prepareCancellationAuthorisation(
  { poller }: CancellationParts,
  context: PrepareContext,
  input: PaymentIdInput,
): Promise<void> {
  const { tppId, paymentId, status } = (await findPayment(context, input)).payment;
  if (awaitsApproval(status)) await requireAnsweredPoll(poller, tppId, [paymentId]);
}
