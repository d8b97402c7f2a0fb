/** Polls the payments that this process has claimed. */
import { isFinal, noMove } from '../../../domain/payments/status.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { PaymentHead } from '../../../operations/ports/stores.ts';
import { productOf } from '../../../operations/sca/targets.ts';
import { tppTime } from '../../tpp-time.ts';
import type { BankClient, RemoteStatus } from '../client-port.ts';
import type { HeardStatus, RemoteRecord } from '../ports.ts';
import { type ApplyStatusParts, applyStatus } from './apply-status.ts';
import { bankUnavailable, type EndedPoll, lastPoll, paymentUnknown } from './poll-result.ts';
import type { RecentPolls } from './recent-polls.ts';
import { staleOf } from './stale.ts';

export interface PollParts extends ApplyStatusParts {
  readonly client: Pick<BankClient, 'paymentStatus'>;
  readonly recent: RecentPolls;
  /** Polls in progress, by payment. */
  readonly underWay: Map<string, RemoteRecord>;
  /** Receives failures other than refusals of the bank. */
  readonly onError: (error: unknown) => void;
  /** Called each time the bank does not know a payment. */
  readonly unknown: () => void;
  /** Called when polling of an unknown payment stops. */
  readonly givenUp: (paymentId: string) => void;
}

const unknownThere = 'the bank no longer knows this payment; its status is not polled any more';

export async function pollAll(parts: PollParts, records: readonly RemoteRecord[]): Promise<void> {
  const { tpps, remote } = parts.work.read;
  const names = new Map<string, Promise<string>>();
  const nameOf = (tppId: string): Promise<string> => {
    const name = names.get(tppId) ?? tpps.name(tppId);
    names.set(tppId, name);
    return name;
  };
  const polls = await Promise.allSettled(
    records.map((record) => pollOne(parts, record, nameOf(record.tppId))),
  );
  const results = polls.flatMap((poll) => (poll.status === 'fulfilled' ? (poll.value ?? []) : []));
  if (results.length > 0) await remote.heard(results);
  for (const poll of polls) if (poll.status === 'rejected') parts.onError(poll.reason);
}

/** Returns what to store; null: nothing. An unreachable bank is polled again later. */
async function pollOne(
  parts: PollParts,
  record: RemoteRecord,
  tppName: Promise<string>,
): Promise<HeardStatus | null> {
  const { work, client, clock, recent, underWay } = parts;
  const { tppId, id, reference } = record;
  const [payment, name] = await Promise.all([work.read.payments.head(tppId, id), tppName]);
  if (payment === null || reference === null) return lastPoll(record);
  let remoteStatus: RemoteStatus;
  underWay.set(id, record);
  try {
    remoteStatus = await client.paymentStatus(
      { tppId, name },
      { product: productOf(parts, payment), reference },
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return applyRefusal(parts, { record, payment, at: clock() }, error);
  } finally {
    underWay.delete(id);
  }
  recent.note(tppId, id, null);
  return applyStatus(parts, { record, payment, at: clock() }, remoteStatus);
}

async function applyRefusal(
  parts: PollParts,
  poll: EndedPoll,
  { reason }: Refusal,
): Promise<HeardStatus | null> {
  const { record, payment, at } = poll;
  const isUnknown = reason === 'RESOURCE_UNKNOWN';
  if (isUnknown) parts.unknown();
  const result = isUnknown ? paymentUnknown(poll) : bankUnavailable(poll);
  parts.recent.note(record.tppId, record.id, staleOf({ ...record, ...result }, at));
  if (!isUnknown || result.askAt !== null || isFinal(payment.status)) return result;
  await giveUp(parts, payment, result);
  return null;
}

/** The payment keeps its status: nobody here knows what happened to its money. */
async function giveUp(
  parts: PollParts,
  { tppId, paymentId }: PaymentHead,
  result: HeardStatus,
): Promise<void> {
  await parts.work.of(tppId).transaction(async (stores) => {
    const payment = await stores.payments.lock(paymentId);
    const at = await tppTime(parts, stores, tppId);
    if (payment !== null && !isFinal(payment.status))
      await stores.payments.move(noMove({ paymentId, status: payment.status, at, reason: unknownThere }));
    await stores.remote.heard([result]);
  });
  parts.givenUp(paymentId);
}
