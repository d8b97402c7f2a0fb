/** examples/seed/seed.schema.json: the JSON Schema of a seed, for editors. */
import { z } from 'zod';
import { products } from '../../src/domain/payments/products/list.ts';
import { seedSchema } from '../../src/domain/sandbox/seed.ts';
import { seedPaymentOf, seedPaymentsAtMost } from '../../src/domain/sandbox/seed-payment.ts';

/** Metadata of a schema that is for GraphQL and OpenAPI. */
const ours = ['graphqlType', 'examples', 'id'];

const [first, ...others] = products.map(seedPaymentOf);

/** With the body of each product, which a seed checks by itself. */
const documented = seedSchema.extend({
  payments: z
    .array(z.discriminatedUnion('product', [first, ...others] as [typeof first & object, ...typeof others]))
    .max(seedPaymentsAtMost.payments)
    .optional()
    .meta({ description: seedSchema.shape.payments.meta()?.description ?? '' }),
});

export function seedJsonSchema(): string {
  const schema = z.toJSONSchema(documented, {
    io: 'input',
    // The draft that editors know best.
    target: 'draft-7',
    override({ jsonSchema }) {
      for (const name of ours) Reflect.deleteProperty(jsonSchema, name);
      // The start refuses unknown properties.
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false;
    },
  });
  return `${JSON.stringify(schema, null, 2)}\n`;
}
