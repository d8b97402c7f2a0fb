/**
 * Each order becomes an approved payment of the simulated bank, or cancels one. The same order again is a replay; a different
 * one under its id is a conflict.
 */
import { createHash } from 'node:crypto';
import { accountKey, type Instruction } from '../../domain/payments/instruction.ts';
import type { Product } from '../../domain/payments/product.ts';
import { bulkDomestic } from '../../domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../domain/payments/products/domestic.ts';
import { instantDomestic } from '../../domain/payments/products/instant-domestic.ts';
import { isFinal, paymentMove } from '../../domain/payments/status.ts';
import { todayInOslo } from '../../domain/values/calendar.ts';
import type { PaymentRecord, Stores } from '../../operations/ports/stores.ts';
import { productOf } from '../../operations/sca/targets.ts';
import type {
  ParsedCancellation,
  ParsedCreditTransfer,
  ParsedTransfer,
} from '../core/iso20022/core-side/read-order.ts';
import type { OrderRecord } from '../core/orders/ports.ts';
import { type CoreAnswer, type CoreSystemParts, owner, timeOf } from './parts.ts';

type ReadOrder = ParsedCreditTransfer | ParsedCancellation;

interface StoredOrder {
  readonly hash: string;
  /** For a cancellation. */
  readonly answer?: 'CNCL' | 'RJCR';
  readonly reason?: string;
}

export async function putOrder(
  parts: CoreSystemParts,
  orderId: string,
  bytes: Uint8Array,
): Promise<CoreAnswer> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const earlierOrder = await parts.work.read.orders.find(orderId);
  if (earlierOrder !== null) return { status: earlierOrder.coreSystemData?.hash === hash ? 200 : 409 };
  const order = readOrder(parts, bytes);
  if (order === null || order.orderId !== orderId)
    return {
      status: 422,
      body: { faults: [{ code: 'FORMAT_ERROR', text: 'there is no order with this id' }] },
    };
  const at = await timeOf(parts);
  return parts.work.transaction((stores) =>
    order.kind === 'CREDIT_TRANSFER'
      ? pay(parts, stores, order, { hash, at })
      : cancel(parts, stores, order, { hash, at }),
  );
}

function readOrder({ messages }: CoreSystemParts, bytes: Uint8Array): ReadOrder | null {
  try {
    return messages.readOrder(bytes);
  } catch {
    return null;
  }
}

interface Arrived {
  readonly hash: string;
  readonly at: number;
}

async function pay(
  parts: CoreSystemParts,
  stores: Stores,
  order: ParsedCreditTransfer,
  { hash, at }: Arrived,
): Promise<CoreAnswer> {
  const [debtor] = await stores.customers.accountsByName(owner, order.debtorAccount);
  // An unknown account cannot pay, whoever has approved the order.
  if (debtor === undefined || debtor.holder === null)
    return {
      status: 422,
      body: { faults: [{ code: 'FORMAT_ERROR', path: 'debtorAccount', text: 'unknown' }] },
    };
  const product = productIn(order);
  const payment = { ...paymentOf(parts, order, product, at), payer: debtor.account };
  await stores.payments.insert(payment);
  await stores.orders.add(orderOf(parts, order, payment.paymentId, { hash }));
  const { to, reason } = await parts.bank.commitApproval(stores, product, payment, at);
  const { paymentId, status: from } = payment;
  await stores.payments.move(paymentMove(product.settlement, { paymentId, from, to, at, reason }));
  return { status: 201 };
}

async function cancel(
  parts: CoreSystemParts,
  stores: Stores,
  order: ParsedCancellation,
  { hash, at }: Arrived,
): Promise<CoreAnswer> {
  const cancelled = await stores.orders.find(order.cancels);
  const payment = cancelled && (await stores.payments.lock(cancelled.paymentId));
  if (cancelled === null || payment === null)
    return { status: 422, body: { faults: [{ code: 'RESOURCE_UNKNOWN', text: 'no such order' }] } };
  const { paymentId, status: from } = payment;
  const possible = !isFinal(from);
  if (possible) {
    const { settlement } = productOf(parts, payment);
    const change = { paymentId, from, to: 'CANC', at, reason: 'cancelled by the debtor' } as const;
    await stores.payments.move(paymentMove(settlement, change));
  }
  const storedOrder: StoredOrder = possible
    ? { hash, answer: 'CNCL' }
    : { hash, answer: 'RJCR', reason: 'ARDT' };
  await stores.orders.add(orderOf(parts, order, paymentId, storedOrder));
  return { status: 201 };
}

function productIn({ localInstrument, transfers }: ParsedCreditTransfer): Product {
  if (transfers.length > 1) return bulkDomestic;
  return localInstrument === 'INST' ? instantDomestic : domestic;
}

function orderOf(
  { clock }: CoreSystemParts,
  order: ReadOrder,
  paymentId: string,
  storedOrder: StoredOrder,
): OrderRecord {
  return {
    orderId: order.orderId,
    tppId: owner,
    paymentId,
    kind: order.kind,
    cancels: order.kind === 'CANCELLATION' ? order.cancels : null,
    executionDate: order.kind === 'CREDIT_TRANSFER' ? order.executionDate : todayInOslo(clock()),
    nominalDate: null,
    debtorName: order.kind === 'CREDIT_TRANSFER' ? order.debtorName : '',
    coreSystemData: { ...storedOrder },
    state: 'SENT',
    tries: 0,
    createdAt: clock(),
    sendAt: clock(),
  };
}

function paymentOf(
  { ids }: CoreSystemParts,
  order: ParsedCreditTransfer,
  product: Product,
  at: number,
): PaymentRecord {
  const { debtorAccount, debtorName, orderId, executionDate } = order;
  const transfers = order.transfers.map(transferOf);
  const [first] = transfers;
  if (first === undefined) throw new Error('an order has a transfer');
  const day = executionDate > todayInOslo(at) ? { requestedExecutionDate: executionDate } : {};
  const instruction: Instruction =
    transfers.length > 1
      ? { debtorAccount, ...day, payments: transfers }
      : { debtorAccount, ...day, ...first };
  return {
    paymentId: ids.next(),
    tppId: owner,
    product: product.code,
    status: 'RCVD',
    psuId: null,
    identityNumber: null,
    sessionId: null,
    psuContext: null,
    corporateId: null,
    redirectUri: null,
    redirectPreferred: true,
    brand: null,
    authMethodPreferred: null,
    amount: transfers.length > 1 ? null : first.instructedAmount.amount,
    currency: transfers.length > 1 ? null : first.instructedAmount.currency,
    debtorAccount,
    debtorKey: accountKey(debtorAccount),
    payer: null,
    debtorName,
    creditorName: transfers.length > 1 ? null : first.creditorName,
    requestedDate: day.requestedExecutionDate ?? null,
    fundsAvailable: null,
    fee: null,
    instruction,
    fingerprint: orderId,
    createdAt: at,
    updatedAt: at,
  };
}

const transferOf = ({ instructionId: _, uetr: __, ...transfer }: ParsedTransfer) => transfer;
