/** Applies a reported status: the move, and the authorisations that it ends, in one transaction under locks. */
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

export const reportedByBank = 'reported by the bank';

export interface ApplyStatusParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Receives a status that goes backward or is unknown here. */
  readonly strange: (status: string) => void;
}

/** Open authorisations of a payment: one of each kind, and its basket's. */
const openAtMost = 20;

/** Returns what to store of the poll; null: nothing. */
export async function applyStatus(
  parts: ApplyStatusParts,
  poll: EndedPoll,
  remoteStatus: RemoteStatus,
): Promise<HeardStatus | null> {
  const { tppId, paymentId, status: from } = poll.payment;
  const moves = reportedStatus(remoteStatus.status) !== from;
  // Most polls change nothing and need no transaction. The next poll finds a concurrent move.
  if (!moves && !isNewCover(poll.payment, remoteStatus)) return statusReported(poll, { from, to: from });
  const open = moves ? await openAuthorisations(parts, tppId, paymentId) : [];
  await parts.work.of(tppId).transaction(async (stores) => {
    // Locks the resource before the payment, because a basket locks its payments in the order of ids.
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

const isNewCover = (
  payment: Pick<PaymentRecord, 'fundsAvailable'>,
  { fundsAvailable }: RemoteStatus,
): boolean => fundsAvailable !== null && fundsAvailable !== payment.fundsAvailable;

async function openAuthorisations(
  { work }: ApplyStatusParts,
  tppId: string,
  paymentId: string,
): Promise<readonly AuthorisationRecord[]> {
  const lists = await work.of(tppId).read.authorisations.listMany([paymentId], openAtMost);
  return (lists.get(paymentId) ?? []).filter(({ endedAt }) => endedAt === null);
}

/** Returns the resulting status. */
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
