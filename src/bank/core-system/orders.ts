/** A credit transfer becomes an approved payment of the simulated bank. A cancellation cancels that payment. */
import { createHash } from 'node:crypto';
import type { Instruction } from '../../domain/payments/instruction.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { Product } from '../../domain/payments/product.ts';
import { bulkDomestic } from '../../domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../domain/payments/products/domestic.ts';
import { instantDomestic } from '../../domain/payments/products/instant-domestic.ts';
import { productOf } from '../../domain/payments/products/list.ts';
import { isFinal, paymentMove } from '../../domain/payments/status.ts';
import { readPsuRequest } from '../../domain/psu.ts';
import type { Reason } from '../../domain/refusal.ts';
import { todayInOslo } from '../../domain/values/oslo-time.ts';
import { createPaymentRecord } from '../../operations/payments/create-payment.ts';
import type { PaymentRecord, Stores } from '../../operations/ports/stores.ts';
import type { ParsedCancellation, ParsedCreditTransfer } from '../core/iso20022/core-side/read-order.ts';
import { type OrderRecord, orderStore } from '../core/orders/ports.ts';
import { readTppTime } from '../tpp-time.ts';
import { type CoreReply, type CoreSystemParts, coreOwnerId } from './parts.ts';

type ParsedOrder = ParsedCreditTransfer | ParsedCancellation;

export async function putOrder(
  parts: CoreSystemParts,
  orderId: string,
  bytes: Uint8Array,
): Promise<CoreReply> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const earlierOrder = await parts.work.stores.get(orderStore).find(orderId);
  if (earlierOrder !== null) return { status: earlierOrder.coreSystemData?.hash === hash ? 200 : 409 };
  const order = readOrder(parts, bytes);
  if (order === null || order.orderId !== orderId)
    return faultReply({ code: 'FORMAT_ERROR', text: 'the body is not a valid order with this id' });
  const at = await readTppTime(parts, parts.work.stores, coreOwnerId);
  return parts.work.transaction((stores) =>
    order.kind === 'CREDIT_TRANSFER'
      ? createPayment(parts, stores, order, { hash, at })
      : cancelPayment(parts, stores, order, { hash, at }),
  );
}

const faultReply = (fault: { code: Reason; text: string; path?: string }): CoreReply => ({
  status: 422,
  body: { faults: [fault] },
});

function readOrder({ messages }: CoreSystemParts, bytes: Uint8Array): ParsedOrder | null {
  try {
    return messages.readOrder(bytes);
  } catch {
    return null;
  }
}

interface Arrival {
  /** The hash of the order's bytes. */
  readonly hash: string;
  readonly at: number;
}

async function createPayment(
  parts: CoreSystemParts,
  stores: Stores,
  order: ParsedCreditTransfer,
  { hash, at }: Arrival,
): Promise<CoreReply> {
  const [debtor] = await stores.customers.accountsByReference(coreOwnerId, order.debtorAccount);
  if (debtor === undefined || debtor.holder === null)
    return faultReply({ code: 'FORMAT_ERROR', path: 'debtorAccount', text: 'unknown account' });
  const product = productOfOrder(order);
  const payment = paymentRecordOf(parts, order, product, debtor.account, at);
  await stores.payments.insert(payment);
  const { orderId, kind, executionDate, debtorName } = order;
  const { paymentId, status: from } = payment;
  const details = { orderId, kind, paymentId, executionDate, debtorName, coreSystemData: { hash } };
  await stores.get(orderStore).add(createOrderRecord(parts, details));
  const { to, reason } = await parts.bank.commitApproval(stores, product, payment, at);
  await stores.payments.move(paymentMove(product.settlement, { paymentId, from, to, at, reason }));
  return { status: 201 };
}

async function cancelPayment(
  parts: CoreSystemParts,
  stores: Stores,
  order: ParsedCancellation,
  { hash, at }: Arrival,
): Promise<CoreReply> {
  const orderToCancel = await stores.get(orderStore).find(order.cancelledOrderId);
  const payment = orderToCancel && (await stores.payments.lock(orderToCancel.paymentId));
  if (orderToCancel === null || payment === null)
    return faultReply({ code: 'RESOURCE_UNKNOWN', text: 'the order to cancel is unknown' });
  const { paymentId, status: from } = payment;
  const isCancellable = !isFinal(from);
  if (isCancellable) {
    const { settlement } = productOf(payment.product);
    const change = { paymentId, from, to: 'CANC', at, reason: 'cancelled by the debtor' } as const;
    await stores.payments.move(paymentMove(settlement, change));
  }
  const coreSystemData = { hash, answer: isCancellable ? 'CNCL' : 'RJCR' } as const;
  await stores.get(orderStore).add(createOrderRecord(parts, { ...order, paymentId, coreSystemData }));
  return { status: 201 };
}

function productOfOrder({ localInstrument, transfers }: ParsedCreditTransfer): Product {
  if (transfers.length > 1) return bulkDomestic;
  return localInstrument === 'INST' ? instantDomestic : domestic;
}

/**
 * A received order is stored as an `OrderRecord`, like an order that the service sends.
 * The `tries` and `sendAt` of a received order have no meaning.
 */
const createOrderRecord = (
  { clock }: CoreSystemParts,
  details: Pick<OrderRecord, 'orderId' | 'kind' | 'paymentId' | 'coreSystemData'> & Partial<OrderRecord>,
): OrderRecord => ({
  tppId: coreOwnerId,
  cancelledOrderId: null,
  executionDate: todayInOslo(clock()),
  nominalDate: null,
  debtorName: '',
  state: 'SENT',
  tries: 0,
  createdAt: clock(),
  sendAt: clock(),
  ...details,
});

function paymentRecordOf(
  { ids }: CoreSystemParts,
  { debtorAccount, debtorName, orderId, executionDate, transfers }: ParsedCreditTransfer,
  product: Product,
  payer: Payer,
  at: number,
): PaymentRecord {
  const [first, ...others] = transfers;
  if (first === undefined) throw new Error('an order must have a transfer');
  const today = todayInOslo(at);
  const instruction: Instruction = {
    debtorAccount,
    ...(executionDate > today ? { requestedExecutionDate: executionDate } : {}),
    ...(others.length === 0 ? first : { payments: [first, ...others] }),
  };
  const row = { paymentId: ids.next(), tppId: coreOwnerId, createdAt: at };
  const noPsu = readPsuRequest(() => null);
  const payment = createPaymentRecord(row, { product, instruction }, { psu: noPsu, today });
  // The fingerprint is the id of the order, because two different orders may ask for equal payments.
  return { ...payment, payer, debtorName, fingerprint: orderId };
}
