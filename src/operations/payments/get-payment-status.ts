/** Reads the status of a payment. TPPs poll it, so it reads few columns. */
import type { Product } from '../../domain/payments/product.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import { instantText } from '../../domain/values/iso-date.ts';
import { isStorable } from '../../domain/values/text.ts';
import { paymentRead } from '../operation.ts';
import type { PaymentStatusRecord } from '../ports/stores.ts';
import { freshPayment } from '../remote/fresh.ts';
import { type PaymentName, paymentUnknown, productOf } from './get-payment.ts';

export interface FoundPaymentStatus {
  /** A WARNING where a remote bank could not be asked now. */
  readonly tppMessages: readonly TppMessage[];
  readonly product: Product;
  readonly payment: PaymentStatusRecord;
}

export const getPaymentStatus = paymentRead({
  name: 'getPaymentStatus',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name: PaymentName): Promise<FoundPaymentStatus> {
    const { stores, caller, settings } = context;
    if (!isStorable(name.paymentId)) throw paymentUnknown();
    const { payment, silent } = await freshPayment(context, name.paymentId, () =>
      stores.payments.statusOf(caller.tppId, name.paymentId),
    );
    const product = payment && productOf(settings, name, payment.product);
    if (!payment || !product) throw paymentUnknown();
    return { product, payment, tppMessages: silences(silent) };
  },
});

/** What is said of a status that the bank could not be asked for. */
const silences = (silent: ReadonlyMap<string, number | null>): readonly TppMessage[] =>
  [...silent.values()].map((heardAt) => {
    const since = heardAt === null ? 'when the payment was created' : `at ${instantText(heardAt)}`;
    const text = `the bank behind this service does not answer now; this is the status as it was ${since}`;
    return { category: 'WARNING', code: 'SYSTEM_ERROR', path: 'transactionStatus', text };
  });
