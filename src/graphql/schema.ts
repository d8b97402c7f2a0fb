/** The GraphQL schema, put together from the folder types/. `schema.graphql` is printed from it. */
import type { GraphQLSchema } from 'graphql';
import type { Product } from '../domain/payments/product.ts';
import { createBuilder } from './builder.ts';
import { createSchemaMapper } from './from-schema.ts';
import { commonTypes } from './types/common.ts';
import { paymentTypes } from './types/payment.ts';
import { viewerType } from './types/viewer.ts';

export interface SchemaOptions {
  readonly products: readonly Product[];
  /** Whether the sandbox's queries and mutations exist. */
  readonly sandbox: boolean;
}

export function buildSchema({ products }: SchemaOptions): GraphQLSchema {
  const builder = createBuilder();
  builder.queryType({ description: 'What a TPP may read.' });
  builder.mutationType({ description: 'What a TPP may do; each answers the resource or the reasons against it.' });
  const mapper = createSchemaMapper(builder);
  const common = commonTypes(builder, mapper);
  paymentTypes(builder, mapper, common, products);
  viewerType(builder);
  return builder.toSchema();
}
