/** `checkPayment`: the faults of a body, for a form while it is filled in. */

import { z } from 'zod';
import { strictJson } from '../../../../domain/values/json.ts';
import { checkPayment } from '../../../../operations/payments/check-payment.ts';
import type { SchemaParts } from '../../parts.ts';

/** As much as REST takes of a single payment. */
const charactersAtMost = 256 * 1_024;
const encoder = new TextEncoder();

export function checkPaymentQuery({ builder, common, payments, products }: SchemaParts): void {
  builder.queryField('checkPayment', (t) =>
    t.field({
      type: [common.tppMessage],
      complexity: { multiplier: 10 },
      description:
        'Sandbox: what the bank finds in the body of a payment, without making it: every fault, or else the warnings. What depends on accounts, sessions or other payments is judged at the creation alone.',
      args: {
        product: t.arg({ type: payments.productEnum, required: true, description: 'The product.' }),
        body: t.arg.string({
          required: true,
          validate: z.string().max(charactersAtMost, `must have at most ${charactersAtMost} characters`),
          description: 'The body as JSON, as REST takes it; at most 262,144 characters.',
        }),
      },
      resolve: async (_, { product: code, body }, { call }) => {
        const product = products.find((one) => one.code === (code as string));
        if (product === undefined) throw new Error(`no product ${String(code)}`);
        const given = { product, body: strictJson(encoder.encode(body)) };
        return call.read(checkPayment, given);
      },
    }),
  );
}
