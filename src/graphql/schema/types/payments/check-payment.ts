/** A check for each mutation that creates payments: a form shows the faults while it is filled in. */
import { parseFields } from '../../../../domain/fields/parse.ts';
import { checkPayment } from '../../../../operations/payments/check-payment.ts';
import type { BodyField } from '../../../input-faults.ts';
import type { SchemaParts } from '../../parts.ts';
import { bodyOf, type Creation, productOf } from './create-payment.ts';

export function checkPaymentQueries(parts: SchemaParts, creations: readonly Creation[]): void {
  for (const creation of creations) checkQuery(parts, creation);
}

function checkQuery({ builder, common }: SchemaParts, { mutation, products, input: type }: Creation): void {
  builder.queryField(mutation.replace(/^create/, 'check'), (t) =>
    t.field({
      type: [common.tppMessage],
      complexity: { multiplier: 10 },
      description: `Sandbox: checks an input of ${mutation} without creating a payment. Returns every fault, or the warnings. Rules about the PSU, accounts and other payments are checked at the creation only.`,
      extensions: {
        rules: (raw) => {
          const result = parseFields(productOf(products, raw).body, raw, 'input');
          return result.ok ? [] : result.faults;
        },
        refused: ({ tppMessages }) => tppMessages,
      } satisfies BodyField,
      args: {
        input: t.arg({ type, required: true, description: 'The payment; it may be incomplete.' }),
      },
      resolve: (_, { input }, { call }) =>
        call.read(checkPayment, { product: productOf(products, input), body: bodyOf(input) }),
    }),
  );
}
