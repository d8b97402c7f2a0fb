/** For forms that a person is filling in. Returns the faults or, without a fault, the warnings. */
import { parseFields } from '../../domain/fields/parse.ts';
import type { Product } from '../../domain/payments/product.ts';
import { type Fault, refuseAll } from '../../domain/refusal.ts';
import { defineReadForPaymentRole } from '../operation.ts';

interface BodyToCheck {
  readonly product: Product;
  /** Faults of values that REST has outside the body, such as the product. If there are any, the body is not checked. */
  readonly requestFaults: readonly Fault[];
  readonly body: unknown;
}

export const checkPayment = defineReadForPaymentRole({
  name: 'checkPayment',
  async run({ time }, { product, requestFaults, body }: BodyToCheck) {
    if (requestFaults.length > 0) return refuseAll(requestFaults).tppMessages;
    const result = parseFields(product.body, body);
    if (!result.ok) return refuseAll(result.faults).tppMessages;
    const { today } = await time();
    const faults = product.rules.flatMap((rule) => rule(result.value, today) ?? []);
    return faults.length > 0 ? refuseAll(faults).tppMessages : result.warnings;
  },
});
