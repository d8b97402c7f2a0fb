/** The sorted schema as text, for /schema.graphql of a sandbox and the file schema.graphql. */
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { StaticDocument } from '../../browser/static-document.ts';
import { products } from '../../domain/payments/products/list.ts';
import { buildSchema } from './schema.ts';

const textOf = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** The whole schema, sandbox included. */
export function printedSchema(): string {
  const text = textOf(buildSchema({ products, sandbox: true }));
  return `# Generated from src/graphql by \`npm run generate\`. Do not edit.\n\n${text}`;
}

/** The schema of a running service. */
export const schemaDocument = (schema: GraphQLSchema): StaticDocument => ({
  type: 'text/plain; charset=utf-8',
  text: textOf(schema),
});
