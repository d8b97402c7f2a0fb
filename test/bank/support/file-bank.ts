/**
 * The third kind of bank: it keeps payments in a file, and settles each some time after its PSU has approved it on our pages. It
 * moves nothing by itself: whoever reads a payment learns what the file says. Begin reading at `fileBank`.
 *
 * A line is written in the transaction of an approval, which may still roll back or run again. So a line is written once for a
 * payment, and counts only where the database has the approval too.
 */
import { constants } from 'node:fs';
import { access, appendFile, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type BankDependencies, type ChosenBank, withOwnOrProviderApproval } from '../../../src/app/bank.ts';
import { localApproval, localCreation, requireValidCreation } from '../../../src/bank/local-approval.ts';
import { readTppTime } from '../../../src/bank/tpp-time.ts';
import type { Instruction } from '../../../src/domain/payments/instruction.ts';
import { productOf } from '../../../src/domain/payments/products/list.ts';
import {
  approvedStatus,
  awaitsApproval,
  isFinal,
  moveIfForward,
  type PaymentStatus,
} from '../../../src/domain/payments/status.ts';
import { refuse } from '../../../src/domain/refusal.ts';
import type { Bank } from '../../../src/operations/ports/bank.ts';
import type { PaymentRecord } from '../../../src/operations/ports/stores.ts';

interface FileBankSettings {
  readonly file: string;
  /** The pause from the approval to the end, in the time of the TPP. */
  readonly pauseMs: number;
}

interface FileBankParts extends FileBankSettings, Pick<BankDependencies, 'work' | 'clock' | 'settings'> {}

interface Line {
  readonly paymentId: string;
  readonly event: 'APPROVED' | 'STOPPED';
  readonly at: number;
  readonly instruction?: Instruction;
}

type Payment = Pick<PaymentRecord, 'tppId' | 'paymentId' | 'product'>;

export const fileBank =
  (settings: FileBankSettings) =>
  (parts: BankDependencies): ChosenBank =>
    withOwnOrProviderApproval(createFileBank({ ...parts, ...settings }), parts);

const createFileBank = (parts: FileBankParts): Bank => ({
  ...localApproval,
  async prepareCreation(context, input) {
    requireValidCreation(context, input);
    await requireFolder(parts);
    return localCreation;
  },
  async prepareApproval(...asked) {
    await requireFolder(parts);
    return localApproval.prepareApproval(...asked);
  },
  async commitApproval(_stores, { settlement }, { paymentId, instruction }, at) {
    await append(parts, { paymentId, event: 'APPROVED', at, instruction });
    const to = settlement === 'INSTANT' ? 'ACSP' : approvedStatus[settlement];
    return { to, reason: 'approved by the PSU' };
  },
  async commitCancellation(stores, payment) {
    const at = await readTppTime(parts, stores, payment.tppId);
    const isStopped = statusIn(parts, await linesIn(parts), payment, at) !== 'ACSC';
    if (isStopped) await append(parts, { paymentId: payment.paymentId, event: 'STOPPED', at });
    return isStopped;
  },
  statuses: {
    ...localApproval.statuses,
    async refresh(tppId, readPaymentIds) {
      // An unreadable file is not a failure: statuses stay.
      const lines = await linesIn(parts).catch(() => []);
      const due = (await readPaymentIds()).filter((id) => lines.some(({ paymentId }) => paymentId === id));
      for (const id of due) await follow(parts, lines, tppId, id);
      return due.length > 0;
    },
  },
});

async function requireFolder({ file }: FileBankParts): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(() => {
    throw refuse('UNAVAILABLE', { retryAfterSeconds: 60 });
  });
}

/** The row of the payment is locked, so that no other process writes the same line. */
async function append(parts: FileBankParts, line: Line): Promise<void> {
  const all = await linesIn(parts);
  if (all.some(({ paymentId, event }) => paymentId === line.paymentId && event === line.event)) return;
  // A kill may have truncated the line before.
  await appendFile(parts.file, `\n${JSON.stringify(line)}`, { flush: true });
}

async function linesIn({ file }: FileBankParts): Promise<readonly Line[]> {
  const text = await readFile(file, { encoding: 'utf8', flag: 'a+' });
  return text.split('\n').flatMap(wholeLine);
}

function wholeLine(text: string): readonly Line[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** The status by the file; null: unchanged. */
function statusIn(
  parts: FileBankParts,
  lines: readonly Line[],
  payment: Payment,
  now: number,
): PaymentStatus | null {
  const ofPayment = lines.filter(({ paymentId }) => paymentId === payment.paymentId);
  if (ofPayment.some(({ event }) => event === 'STOPPED')) return 'CANC';
  const isSettled = ofPayment.some(({ at }) => at + parts.pauseMs <= now);
  // A standing order runs on.
  return isSettled && productOf(payment.product).settlement !== 'SCHEDULE' ? 'ACSC' : null;
}

async function follow(
  parts: FileBankParts,
  lines: readonly Line[],
  tppId: string,
  paymentId: string,
): Promise<void> {
  await parts.work.of(tppId).transaction(async (stores) => {
    const payment = await stores.payments.lock(paymentId);
    if (payment?.tppId !== tppId || awaitsApproval(payment.status) || isFinal(payment.status)) return;
    const at = await readTppTime(parts, stores, tppId);
    const to = statusIn(parts, lines, payment, at);
    const change = to && { paymentId, from: payment.status, to, at, reason: 'as the file of the bank says' };
    const move = change && moveIfForward(productOf(payment.product).settlement, change);
    if (move !== null) await stores.payments.move(move);
  });
}
