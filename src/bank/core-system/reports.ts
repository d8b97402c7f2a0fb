/** Makes reports from stored rows, so that each report can be read again, also after a restart. */
import type { EntryReport, Report, ReportedReason } from '../../domain/payments/reports/report.ts';
import { instructionIdOf } from '../core/iso20022/entry-ids.ts';
import { orderStore } from '../core/orders/ports.ts';
import { type CoreReply, type CoreSystemParts, coreOwnerId } from './parts.ts';
import type { ReportableChange, ReportableReply } from './store.ts';

export interface ReportItem {
  readonly cursor: string;
  readonly document: string;
}

/** The sequence numbers of the last reported status change, and of the last reported reply to a cancellation. */
const cursorShape = /^(\d{1,15})\.(\d{1,15})$/;

/** null if the cursor `after` is not valid. */
export async function findReportsAfter(
  parts: CoreSystemParts,
  after: string | null,
  limit: number,
): Promise<readonly ReportItem[] | null> {
  const match = cursorShape.exec(after ?? '0.0');
  if (match === null) return null;
  let [changeSequence, replySequence] = [Number(match[1]), Number(match[2])];
  const items: ReportItem[] = [];
  for (const change of await parts.store.changesAfter(changeSequence, limit)) {
    changeSequence = change.sequence;
    items.push({ cursor: `${changeSequence}.${replySequence}`, document: await statusReport(parts, change) });
  }
  for (const reply of await parts.store.repliesAfter(replySequence, limit - items.length)) {
    replySequence = reply.sequence;
    items.push({ cursor: `${changeSequence}.${replySequence}`, document: replyReport(parts, reply) });
  }
  return items;
}

export async function getOrder(parts: CoreSystemParts, orderId: string): Promise<CoreReply> {
  const order = await parts.work.stores.get(orderStore).find(orderId);
  if (order === null) return { status: 404 };
  const lastChange = await parts.store.lastChange(orderId);
  return { status: 200, body: lastChange === null ? {} : { report: await statusReport(parts, lastChange) } };
}

async function statusReport(parts: CoreSystemParts, change: ReportableChange): Promise<string> {
  const { sequence, orderId, paymentId, to, at, reason } = change;
  const payment = await parts.work.stores.payments.find(coreOwnerId, paymentId);
  const entries = (await parts.work.stores.paymentLists.entryOutcomesOf([paymentId])).get(paymentId) ?? [];
  const entryReports = entries.map((entry) => entryReport(orderId, entry));
  const waitsForFunds = to === 'ACCP' && payment?.fundsAvailable === false;
  const status = { code: to, reason: to === 'RJCT' || waitsForFunds ? reasonOf(reason) : null };
  const report: Report = {
    messageId: `CORE-${sequence}`,
    about: 'PAYMENT',
    createdAt: new Date(at).toISOString(),
    orders: [{ orderId, informationId: null, status, entries: entryReports }],
    hasPartWithoutOrder: false,
  };
  return decodeUtf8(parts.messages.writePaymentReport(report));
}

const entryReport = (
  orderId: string,
  { position, status, reason }: { position: number; status: string; reason: string },
): EntryReport => ({
  ids: { instructionId: instructionIdOf(orderId, position), endToEndId: null, uetr: null },
  status: { code: status, reason: status === 'ACSC' ? null : reasonOf(reason) },
});

/** The simulated bank gives reasons only as text. */
const reasonOf = (text: string): ReportedReason =>
  /not enough funds/.test(text) ? { code: 'AM04', text: '' } : { code: 'NARR', text };

function replyReport(
  { messages }: CoreSystemParts,
  { sequence, orderId, at, coreSystemData }: ReportableReply,
): string {
  // Every order that is a cancellation has an `answer`, although the type allows none.
  const code = coreSystemData?.answer ?? 'RJCR';
  // RJCR with ARDT: the cancellation is refused, because the order is already executed.
  const status = { code, reason: code === 'RJCR' ? { code: 'ARDT', text: '' } : null };
  const report: Report = {
    messageId: `CORE-C${sequence}`,
    about: 'CANCELLATION',
    createdAt: new Date(at).toISOString(),
    orders: [{ orderId, informationId: null, status, entries: [] }],
    hasPartWithoutOrder: false,
  };
  return decodeUtf8(messages.writeCancellationReport(report, code));
}

const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
