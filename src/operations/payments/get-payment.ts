/** Another TPP's payment looks as if it had never existed. */
import { paymentPath } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import { products } from '../../domain/payments/products/list.ts';
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import { refuse } from '../../domain/refusal.ts';
import { defineReadForPaymentRole, type ReadContext } from '../operation.ts';
import type { CallContext } from '../ports/context.ts';
import type { PaymentRecord } from '../ports/stores.ts';
import type { PaymentIdInput } from './ports.ts';

export interface PaymentWithProduct {
  readonly product: Product;
  readonly payment: PaymentRecord;
}

export const getPayment = defineReadForPaymentRole({
  name: 'getPayment',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, input: PaymentIdInput) {
    const { stores, caller } = context;
    const { paymentId } = input;
    const payment = await refreshPayment(context, paymentId, () =>
      stores.payments.find(caller.tppId, paymentId),
    );
    return withProduct(input, payment);
  },
});

/** Asks the bank for the status, unless the stored status is final. */
export async function refreshPayment<Payment extends { readonly status: PaymentStatus }>(
  { caller, bank }: Pick<ReadContext, 'caller' | 'bank'>,
  paymentId: string,
  readStored: () => Promise<Payment | null>,
): Promise<Payment | null> {
  const storedPayment = await readStored();
  if (storedPayment === null || isFinal(storedPayment.status)) return storedPayment;
  const mayHaveChanged = await bank.statuses.refresh(caller.tppId, async () => [paymentId]);
  return mayHaveChanged ? readStored() : storedPayment;
}

export async function findPayment(context: CallContext, input: PaymentIdInput): Promise<PaymentWithProduct> {
  return withProduct(input, await context.stores.payments.find(context.caller.tppId, input.paymentId));
}

/** `lock` needs no `tppId`, because it finds only payments of the TPP of the transaction. */
export async function lockPayment(context: CallContext, input: PaymentIdInput): Promise<PaymentWithProduct> {
  return withProduct(input, await context.stores.payments.lock(input.paymentId));
}

function withProduct(input: PaymentIdInput, payment: PaymentRecord | null): PaymentWithProduct {
  if (payment === null) throw paymentUnknown();
  return { product: requireNamedProduct(input, payment), payment };
}

/** Throws 404 if the request names another product, or if the product no longer exists. */
export function requireNamedProduct(
  { product: namedProduct }: PaymentIdInput,
  payment: Pick<PaymentRecord, 'paymentId' | 'product'>,
): Product {
  const product = products.find(({ code }) => code === payment.product);
  if (product === undefined) throw paymentUnknown();
  if (namedProduct === null || namedProduct.code === product.code) return product;
  const text = `the payment with this id has another product; its path is ${paymentPath(product, payment.paymentId)}`;
  throw refuse('RESOURCE_UNKNOWN', { path: 'paymentId', text });
}

export const paymentConflict = (text: string) => refuse('CONFLICT', { path: 'paymentId', text });

export const paymentUnknown = () =>
  refuse('RESOURCE_UNKNOWN', { path: 'paymentId', text: 'there is no payment with this id' });
