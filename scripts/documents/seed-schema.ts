/** The JSON Schema of a seed, for text editors. */
import { z } from 'zod';
import { seedSchema } from '../../src/domain/sandbox/seed.ts';

/** Metadata for GraphQL and OpenAPI. */
const ours = ['graphqlType', 'examples', 'id'];

export function seedJsonSchema(): string {
  const schema = z.toJSONSchema(seedSchema, {
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
