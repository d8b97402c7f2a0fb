/** A check query for each mutation that creates payments. A form can show the faults while the user fills it in. */

import { Refusal, refuseAll } from '../../../../domain/refusal.ts';
import { checkPayment } from '../../../../operations/payments/check-payment.ts';
import type { GraphQLCall } from '../../../call.ts';
import type { BodyField, RawInput } from '../../../input-faults.ts';
import type { SchemaParts } from '../../parts.ts';
import { bodyOf, type CreationMutation, productOf } from './create-payment.ts';

export function checkPaymentQueries(parts: SchemaParts, mutations: readonly CreationMutation[]): void {
  for (const mutation of mutations) checkQuery(parts, mutation);
}

function checkQuery(
  { builder, common }: SchemaParts,
  { name, products, input: type }: CreationMutation,
): void {
  const check = (input: RawInput, call: GraphQLCall) =>
    call.read(checkPayment, { product: productOf(products, input), body: bodyOf(input) });
  builder.queryField(name.replace(/^create/, 'check'), (t) =>
    t.field({
      type: [common.tppMessage],
      complexity: { multiplier: 10 },
      description: `Sandbox: checks an input of ${name} without creating a payment. Returns every fault, or the warnings. Rules about the PSU, accounts and other payments are checked at the creation only.`,
      extensions: {
        async refuse(wrongInput, typeFaults, call) {
          const messages = await check(wrongInput, call);
          const isRefused = messages.some(({ category }) => category === 'ERROR');
          return isRefused ? new Refusal('FORMAT_ERROR', messages) : refuseAll(typeFaults);
        },
        valueOnRefusal: ({ tppMessages }) => tppMessages,
      } satisfies BodyField,
      args: {
        input: t.arg({ type, required: true, description: 'The payment; it may be incomplete.' }),
      },
      resolve: (_, { input }, { call }) => check(input, call),
    }),
  );
}
