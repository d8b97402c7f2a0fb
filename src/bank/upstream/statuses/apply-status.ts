import { productOf } from '../../../domain/payments/products/list.ts';
import { moveIfForward, type PaymentStatus, statusOfUpstream } from '../../../domain/payments/status.ts';
import type { Settings } from '../../../operations/operation.ts';
import type {
  AuthorisationRecord,
  Clock,
  PaymentRecord,
  SharedWork,
} from '../../../operations/ports/stores.ts';
import { lockPaymentsAndAuthorisation, lockPaymentsOf } from '../../../operations/sca/finish.ts';
import type { EndContext } from '../../../operations/sca/targets.ts';
import { readTppTime } from '../../tpp-time.ts';
import type { RemoteStatus } from '../bank-client.ts';
import { type PollResult, remoteStore } from '../ports.ts';
import { closeBasketIfNothingWaits, endIfDecided } from './outcome.ts';
import { type EndedPoll, resultOfStatus } from './poll-result.ts';

export const reportedByBankReason = 'reported by the bank';

export interface ApplyStatusParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Called with a status that the service does not know, or to which the payment must not move. */
  readonly onIgnoredStatus: (status: string) => void;
}

/**
 * How many of the newest authorisations are read, ended ones included. The open authorisations are among these, because a new
 * authorisation ends the open authorisation of the same kind.
 */
const authorisationsReadAtMost = 20;

/**
 * Moves the payment to the status that the bank reports, and ends what the new status decides: authorisations and the basket.
 * If the bank reports nothing new, returns the result of the poll, which the caller has to store. null: this function has stored the
 * result, or the payment does not exist any more.
 */
export async function applyStatus(
  parts: ApplyStatusParts,
  poll: EndedPoll,
  remoteStatus: RemoteStatus,
): Promise<PollResult | null> {
  const { tppId, paymentId, status: from } = poll.payment;
  const { isStale } = remoteStatus;
  const isNewStatus = statusOfUpstream(remoteStatus.status) !== from;
  // Most polls change nothing and need no transaction.
  if (!isNewStatus && !isNewFundsAnswer(poll.payment, remoteStatus))
    return resultOfStatus(poll, { from, to: from }, isStale);
  const authorisations = isNewStatus ? await findOpenAuthorisations(parts, tppId, paymentId) : [];
  const { baskets } = parts.work.of(tppId).stores;
  const basketId = isNewStatus ? await baskets.openBasketIdOf(paymentId) : null;
  await parts.work.of(tppId).transaction(async (stores) => {
    // Also without an open authorisation, the payment and the payments of its open basket are locked.
    const lockedPayments = await lockPaymentsOf(stores, tppId, [{ paymentId, basketId }, ...authorisations]);
    const payment = lockedPayments.find((locked) => locked.paymentId === paymentId);
    if (payment === undefined) return;
    const context = { stores, now: await readTppTime(parts, stores, tppId) };
    const to = await movePayment(parts, context, payment, remoteStatus);
    if (to !== payment.status) {
      for (const authorisation of authorisations) {
        // Reads the payments again, because one of them has a new status now.
        const lockedTarget = await lockPaymentsAndAuthorisation(context, authorisation);
        if (lockedTarget !== null)
          await endIfDecided(context, lockedTarget.authorisation, lockedTarget.payments);
      }
      if (basketId !== null) await closeBasketIfNothingWaits(stores, basketId);
    }
    await stores.get(remoteStore).savePolls([resultOfStatus(poll, { from: payment.status, to }, isStale)]);
  });
  return null;
}

const isNewFundsAnswer = (
  payment: Pick<PaymentRecord, 'fundsAvailable'>,
  { fundsAvailable }: RemoteStatus,
): boolean => fundsAvailable !== null && fundsAvailable !== payment.fundsAvailable;

async function findOpenAuthorisations(
  { work }: ApplyStatusParts,
  tppId: string,
  paymentId: string,
): Promise<readonly AuthorisationRecord[]> {
  const lists = await work.of(tppId).stores.authorisations.listMany([paymentId], authorisationsReadAtMost);
  return (lists.get(paymentId) ?? []).filter(({ endedAt }) => endedAt === null);
}

/** Returns the status of the payment afterwards. */
async function movePayment(
  { onIgnoredStatus }: ApplyStatusParts,
  { stores, now }: EndContext,
  payment: PaymentRecord,
  remoteStatus: RemoteStatus,
): Promise<PaymentStatus> {
  const { paymentId, status: from } = payment;
  const { fundsAvailable } = remoteStatus;
  if (isNewFundsAnswer(payment, remoteStatus)) await stores.payments.amend(paymentId, { fundsAvailable });
  const to = statusOfUpstream(remoteStatus.status);
  if (to === from) return from;
  const { settlement } = productOf(payment.product);
  const move =
    to && moveIfForward(settlement, { paymentId, from, to, at: now, reason: reportedByBankReason });
  if (move === null) {
    onIgnoredStatus(remoteStatus.status);
    return from;
  }
  await stores.payments.move(move);
  return move.to;
}
