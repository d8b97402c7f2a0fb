/**
 * Takes what a remote bank has told of a payment: the move, and the authorisations that it ends, in one transaction under
 * the locks of their resources. Start at `createTaker`.
 */
import { type PaymentStatus, reportedMove, reportedStatus } from '../../../domain/payments/status.ts';
import type { Settings } from '../../../operations/operation.ts';
import type {
  AuthorisationRecord,
  Clock,
  PaymentRecord,
  SharedWork,
  Stores,
} from '../../../operations/ports/stores.ts';
import { lockAll } from '../../../operations/sca/finish.ts';
import { type EndContext, productOf } from '../../../operations/sca/targets.ts';
import { tppTime } from '../../../operations/tpp-time.ts';
import type { RemoteStatus } from '../client-port.ts';
import { settle } from './outcome.ts';

/** Why a payment has moved, in its history. */
export const reportedByBank = 'told by the bank';

export interface TakerParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Hears of a status that moves nothing: one that goes backward, or that is none of ours. */
  readonly strange: (status: string) => void;
}

/** How a payment stood before, and how it stands now. */
export interface Taken {
  readonly from: PaymentStatus;
  readonly status: PaymentStatus;
}

export type Take = (
  payment: Pick<PaymentRecord, 'tppId' | 'paymentId'>,
  moves: boolean,
  answered: RemoteStatus,
  then: (stores: Stores, taken: Taken) => Promise<void>,
) => Promise<void>;

/** How many authorisations of a payment may be open: one of each kind, and that of its basket. */
const openAtMost = 20;

export function createTaker({ work, clock, settings, strange }: TakerParts): Take {
  /** Authorisations that a move of the payment may end. */
  async function openOf(tppId: string, paymentId: string): Promise<readonly AuthorisationRecord[]> {
    const found = await work.of(tppId).read.authorisations.listMany([paymentId], openAtMost);
    return (found.get(paymentId) ?? []).filter(({ endedAt }) => endedAt === null);
  }

  return async ({ tppId, paymentId }, moves, answered, then) => {
    const open = moves ? await openOf(tppId, paymentId) : [];
    await work.of(tppId).transaction(async (stores) => {
      // The resource of each before the payment itself: a basket locks its payments in the order of their ids.
      for (const known of open) await lockAll({ stores }, known);
      const payment = await stores.payments.lock(paymentId);
      if (payment === null) return;
      const context = { stores, now: await tppTime({ clock, settings }, stores, tppId) };
      const status = await move(context, payment, answered);
      if (status !== payment.status)
        for (const known of open) {
          const all = await lockAll(context, known);
          if (all !== null) await settle(context, all.authorisation, all.payments);
        }
      await then(stores, { from: payment.status, status });
    });
  };

  /** Moves the payment as the bank says; answers how it stands then. */
  async function move(
    { stores, now }: EndContext,
    { paymentId, product, status: from, fundsAvailable }: PaymentRecord,
    answered: RemoteStatus,
  ): Promise<PaymentStatus> {
    if (answered.fundsAvailable !== null && answered.fundsAvailable !== fundsAvailable)
      await stores.payments.amend(paymentId, { fundsAvailable: answered.fundsAvailable });
    const to = reportedStatus(answered.status);
    if (to === from) return from;
    const { settlement } = productOf({ settings }, { product });
    const change = to && reportedMove(settlement, { paymentId, from, to, at: now, reason: reportedByBank });
    if (change === null) {
      strange(answered.status);
      return from;
    }
    await stores.payments.move(change);
    return change.to;
  }
}
