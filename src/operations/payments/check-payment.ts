/** Checks the body of a payment and nothing else: for forms, while somebody fills one in. */
import { parseFields } from '../../domain/fields/parse.ts';
import type { Product } from '../../domain/payments/product.ts';
import { refuseAll, type TppMessage } from '../../domain/refusal.ts';
import type { Operation } from '../operation.ts';

export interface CheckedBody {
  readonly product: Product;
  readonly body: unknown;
}

export const checkPayment: Operation<CheckedBody, readonly TppMessage[]> = {
  name: 'checkPayment',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  async run({ time }, { product, body }) {
    const parsed = parseFields(product.body, body);
    if (!parsed.ok) return refuseAll(parsed.faults).tppMessages;
    const { today } = await time();
    const broken = product.rules.flatMap((rule) => rule(parsed.value, today) ?? []);
    return broken.length > 0 ? refuseAll(broken).tppMessages : parsed.warnings;
  },
};
