/** Checks a payment for a form that a person is filling in. Returns the faults, or the warnings if there is no fault. */
import { parseFields } from '../../domain/fields/parse.ts';
import type { Product } from '../../domain/payments/product.ts';
import { refuseAll } from '../../domain/refusal.ts';
import { paymentRead } from '../operation.ts';

export interface BodyToCheck {
  readonly product: Product;
  readonly body: unknown;
}

export const checkPayment = paymentRead({
  name: 'checkPayment',
  async run({ time }, { product, body }: BodyToCheck) {
    const result = parseFields(product.body, body);
    if (!result.ok) return refuseAll(result.faults).tppMessages;
    const { today } = await time();
    const faults = product.rules.flatMap((rule) => rule(result.value, today) ?? []);
    return faults.length > 0 ? refuseAll(faults).tppMessages : result.warnings;
  },
});
