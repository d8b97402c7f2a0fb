/**
 * Applies the status that a remote bank reports of a payment: the move, and the authorisations that it ends, in one
 * transaction under the locks of their resources.
 */
import { type PaymentStatus, reportedMove, reportedStatus } from '../../../domain/payments/status.ts';
import type { Settings } from '../../../operations/operation.ts';
import type {
  AuthorisationRecord,
  Clock,
  PaymentRecord,
  SharedWork,
} from '../../../operations/ports/stores.ts';
import { lockAll } from '../../../operations/sca/finish.ts';
import { type EndContext, productOf } from '../../../operations/sca/targets.ts';
import { tppTime } from '../../tpp-time.ts';
import type { RemoteStatus } from '../client-port.ts';
import type { HeardStatus } from '../ports.ts';
import { settle } from './outcome.ts';
import { type EndedPoll, statusReported } from './poll-result.ts';

/** Why a payment has moved, in its history. */
export const reportedByBank = 'told by the bank';

export interface ApplyStatusParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Hears of a status that moves nothing: one that goes backward, or that is none of ours. */
  readonly strange: (status: string) => void;
}

/** How many authorisations of a payment may be open: one of each kind, and that of its basket. */
const openAtMost = 20;

/** Answers what is still to be stored of the poll; null: nothing. */
export async function applyStatus(
  parts: ApplyStatusParts,
  poll: EndedPoll,
  remoteStatus: RemoteStatus,
): Promise<HeardStatus | null> {
  const { tppId, paymentId, status: from } = poll.payment;
  const moves = reportedStatus(remoteStatus.status) !== from;
  // Most polls change nothing, and need no transaction. The next poll finds a move that happens meanwhile.
  if (!moves && !isNewCover(poll.payment, remoteStatus)) return statusReported(poll, { from, to: from });
  const open = moves ? await openAuthorisations(parts, tppId, paymentId) : [];
  await parts.work.of(tppId).transaction(async (stores) => {
    // The resource of each before the payment itself: a basket locks its payments in the order of their ids.
    for (const authorisation of open) await lockAll({ stores }, authorisation);
    const payment = await stores.payments.lock(paymentId);
    if (payment === null) return;
    const context = { stores, now: await tppTime(parts, stores, tppId) };
    const to = await movePayment(parts, context, payment, remoteStatus);
    if (to !== payment.status)
      for (const authorisation of open) {
        const lockedTarget = await lockAll(context, authorisation);
        if (lockedTarget !== null) await settle(context, lockedTarget.authorisation, lockedTarget.payments);
      }
    await stores.remote.heard([statusReported(poll, { from: payment.status, to })]);
  });
  return null;
}

/** Whether the bank says of the cover what is not stored here. */
const isNewCover = (
  payment: Pick<PaymentRecord, 'fundsAvailable'>,
  { fundsAvailable }: RemoteStatus,
): boolean => fundsAvailable !== null && fundsAvailable !== payment.fundsAvailable;

/** Authorisations that a move of the payment may end. */
async function openAuthorisations(
  { work }: ApplyStatusParts,
  tppId: string,
  paymentId: string,
): Promise<readonly AuthorisationRecord[]> {
  const lists = await work.of(tppId).read.authorisations.listMany([paymentId], openAtMost);
  return (lists.get(paymentId) ?? []).filter(({ endedAt }) => endedAt === null);
}

/** Moves the payment as the bank reports; answers its status then. */
async function movePayment(
  { settings, strange }: ApplyStatusParts,
  { stores, now }: EndContext,
  payment: PaymentRecord,
  remoteStatus: RemoteStatus,
): Promise<PaymentStatus> {
  const { paymentId, status: from } = payment;
  const { fundsAvailable } = remoteStatus;
  if (isNewCover(payment, remoteStatus)) await stores.payments.amend(paymentId, { fundsAvailable });
  const to = reportedStatus(remoteStatus.status);
  if (to === from) return from;
  const { settlement } = productOf({ settings }, payment);
  const change = to && reportedMove(settlement, { paymentId, from, to, at: now, reason: reportedByBank });
  if (change === null) {
    strange(remoteStatus.status);
    return from;
  }
  await stores.payments.move(change);
  return change.to;
}
