/**
 * Each status change becomes a pain.002, each reply to a cancellation a camt.029. Reports are derived from the database, so
 * that the same cursor always gets the same reports.
 */

import type { EntryReport, ReportedReason, ReportedStatus } from '../../domain/payments/reports/report.ts';
import { instructionIdOf } from '../core/iso20022/entry-ids.ts';
import { type CoreAnswer, type CoreSystemParts, owner } from './parts.ts';
import type { ReportableAnswer, ReportableChange } from './store.ts';

export interface ReportItem {
  readonly cursor: string;
  readonly document: string;
}

/** Two numbers: the last change and the last reply that were reported. */
const cursorShape = /^(\d{1,15})\.(\d{1,15})$/;

/** null if the cursor is not valid. */
export async function reportsAfter(
  parts: CoreSystemParts,
  after: string | null,
  limit: number,
): Promise<ReportItem[] | null> {
  const [, change = '0', answer = '0'] = cursorShape.exec(after ?? '0.0') ?? [];
  if (after !== null && !cursorShape.test(after)) return null;
  let [lastChange, lastAnswer] = [Number(change), Number(answer)];
  const items: ReportItem[] = [];
  for (const one of await parts.store.changes(lastChange, limit)) {
    lastChange = one.sequence;
    items.push({ cursor: `${lastChange}.${lastAnswer}`, document: await changeReport(parts, one) });
  }
  for (const one of await parts.store.answers(lastAnswer, limit - items.length)) {
    lastAnswer = one.sequence;
    items.push({ cursor: `${lastChange}.${lastAnswer}`, document: answerReport(parts, one) });
  }
  return items;
}

export async function orderAnswer(parts: CoreSystemParts, orderId: string): Promise<CoreAnswer> {
  const order = await parts.work.read.orders.find(orderId);
  if (order === null) return { status: 404 };
  const last = await parts.store.lastChange(orderId);
  return { status: 200, body: last === null ? {} : { report: await changeReport(parts, last) } };
}

async function changeReport(parts: CoreSystemParts, change: ReportableChange): Promise<string> {
  const { sequence, orderId, paymentId, to, at, reason } = change;
  const payment = await parts.work.read.payments.find(owner, paymentId);
  const entries = (await parts.work.read.paymentLists.entriesOf([paymentId])).get(paymentId) ?? [];
  const status = { code: to, reason: to === 'RJCT' ? reasonOf(reason) : null };
  const paymentStatus =
    to === 'ACCP' && payment?.fundsAvailable === false ? { ...status, reason: reasonOf(reason) } : status;
  return text(
    parts.messages.paymentReport({
      messageId: `CORE-${sequence}`,
      kind: 'PAYMENT',
      about: 'PAYMENT',
      createdAt: new Date(at).toISOString(),
      orders: [
        {
          orderId,
          informationId: null,
          status: paymentStatus,
          entries: entries.map((entry) => entryOf(orderId, entry)),
        },
      ],
    }),
  );
}

const entryOf = (
  orderId: string,
  { position, status, reason }: { position: number; status: string; reason: string },
): EntryReport => ({
  names: { instructionId: instructionIdOf(orderId, position), endToEndId: null, uetr: null },
  status: { code: status, reason: status === 'ACSC' ? null : reasonOf(reason) },
});

/** The simulated bank gives reasons as text. */
const reasonOf = (words: string): ReportedReason =>
  /not enough funds/.test(words) ? { code: 'AM04', text: '' } : { code: 'NARR', text: words };

function answerReport(
  { messages }: CoreSystemParts,
  { sequence, orderId, at, coreSystemData: storedReply }: ReportableAnswer,
): string {
  const { answer, reason } = storedReply ?? {};
  const code = answer === 'CNCL' ? 'CNCL' : 'RJCR';
  const status: ReportedStatus = {
    code,
    reason: typeof reason === 'string' ? { code: reason, text: '' } : null,
  };
  return text(
    messages.cancellationReport(
      {
        messageId: `CORE-C${sequence}`,
        kind: 'CANCELLATION',
        about: 'CANCELLATION',
        createdAt: new Date(at).toISOString(),
        orders: [{ orderId, informationId: null, status, entries: [] }],
      },
      code,
    ),
  );
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
