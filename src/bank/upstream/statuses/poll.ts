import { productOf } from '../../../domain/payments/products/list.ts';
import { isFinal, moveToSameStatus } from '../../../domain/payments/status.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { PaymentHead } from '../../../operations/ports/stores.ts';
import { limitedMsOf } from '../../remote-calls/refusals.ts';
import { readTppTime } from '../../tpp-time.ts';
import type { BankClient, RemoteStatus } from '../bank-client.ts';
import { type PollResult, type RemoteRecord, remoteStore } from '../ports.ts';
import { type ApplyStatusParts, applyStatus } from './apply-status.ts';
import { type EndedPoll, resultOfNoPoll, resultOfUnavailable, resultOfUnknown } from './poll-result.ts';
import type { RecentPolls } from './recent-polls.ts';
import { staleOf } from './stale.ts';

export interface PollParts extends ApplyStatusParts {
  readonly client: Pick<BankClient, 'paymentStatus'>;
  readonly recentPolls: RecentPolls;
  /** The records whose poll waits for the bank, by payment id. */
  readonly runningPolls: Map<string, RemoteRecord>;
  /** Called after each refused poll in the background, with its Retry-After if the bank limits the rate, otherwise with 0. */
  readonly onBackgroundRefusal: (retryAfterMs: number) => void;
  /** Receives errors other than refusals of the bank. */
  readonly onError: (error: unknown) => void;
  readonly onUnknownPayment: () => void;
  /** The service does not poll the payment any more, because the bank does not know it. */
  readonly onGivenUp: (paymentId: string) => void;
}

const givenUpReason = 'the bank no longer knows this payment; its status is not polled any more';

export async function pollAll(
  parts: PollParts,
  records: readonly RemoteRecord[],
  { isInBackground }: Pick<EndedPoll, 'isInBackground'>,
): Promise<void> {
  const { stores } = parts.work;
  const tppNames = new Map<string, Promise<string>>();
  const tppNameOf = (tppId: string): Promise<string> => {
    const name = tppNames.get(tppId) ?? stores.tpps.name(tppId);
    tppNames.set(tppId, name);
    return name;
  };
  const polls = await Promise.allSettled(
    records.map((record) => pollPayment(parts, record, tppNameOf(record.tppId), isInBackground)),
  );
  const results: PollResult[] = [];
  for (const poll of polls) {
    if (poll.status === 'rejected') parts.onError(poll.reason);
    else if (poll.value !== null) results.push(poll.value);
  }
  if (results.length > 0) await stores.get(remoteStore).savePolls(results);
}

/** null: the result is already stored. */
async function pollPayment(
  parts: PollParts,
  record: RemoteRecord,
  tppName: Promise<string>,
  isInBackground: boolean,
): Promise<PollResult | null> {
  const { work, client, clock, recentPolls, runningPolls } = parts;
  const { tppId, id, reference } = record;
  const [payment, name] = await Promise.all([work.of(tppId).stores.payments.head(id), tppName]);
  if (payment === null || reference === null) return resultOfNoPoll(record);
  let remoteStatus: RemoteStatus;
  runningPolls.set(id, record);
  try {
    const remotePayment = { product: productOf(payment.product), reference };
    remoteStatus = await client.paymentStatus({ tppId, name }, remotePayment);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (isInBackground) parts.onBackgroundRefusal(limitedMsOf(error));
    return applyRefusal(parts, { record, payment, at: clock(), isInBackground }, error);
  } finally {
    runningPolls.delete(id);
  }
  const at = clock();
  // A status that the bank itself calls old counts as no response.
  const stale = remoteStatus.isStale ? staleOf({ ...record, unansweredAt: at }, at) : null;
  recentPolls.saveResult(tppId, id, stale);
  return applyStatus(parts, { record, payment, at, isInBackground }, remoteStatus);
}

async function applyRefusal(
  parts: PollParts,
  poll: EndedPoll,
  { reason }: Refusal,
): Promise<PollResult | null> {
  const { record, payment, at } = poll;
  const isUnknown = reason === 'RESOURCE_UNKNOWN';
  if (isUnknown) parts.onUnknownPayment();
  const result = isUnknown ? resultOfUnknown(poll) : resultOfUnavailable(poll);
  parts.recentPolls.saveResult(record.tppId, record.id, staleOf({ ...record, ...result }, at));
  // A final payment has no next poll either, but the service does not give it up.
  const isGivenUp = isUnknown && result.nextPollAt === null && !isFinal(payment.status);
  if (!isGivenUp) return result;
  await giveUp(parts, payment, result);
  return null;
}

/** The payment keeps its status, because only the bank knows what happened to the money. */
async function giveUp(
  parts: PollParts,
  { tppId, paymentId }: PaymentHead,
  result: PollResult,
): Promise<void> {
  await parts.work.of(tppId).transaction(async (stores) => {
    const payment = await stores.payments.lock(paymentId);
    const at = await readTppTime(parts, stores, tppId);
    if (payment !== null && !isFinal(payment.status))
      await stores.payments.move(
        moveToSameStatus({ paymentId, status: payment.status, at, reason: givenUpReason }),
      );
    await stores.get(remoteStore).savePolls([result]);
  });
  parts.onGivenUp(paymentId);
}
