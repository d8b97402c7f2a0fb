/** Prints schema.graphql to standard output: the whole schema, sandbox included, sorted. */
import { lexicographicSortSchema, printSchema } from 'graphql';
import { products } from '../../domain/payments/products/list.ts';
import { buildSchema } from './schema.ts';

export function printedSchema(): string {
  const schema = lexicographicSortSchema(buildSchema({ products, sandbox: true }));
  return `# Generated from src/graphql by \`npm run generate\`. Do not edit.\n\n${printSchema(schema)}\n`;
}
