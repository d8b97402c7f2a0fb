/** The parts of a schema that the files of types/ use to build it. */
import type { Product } from '../../domain/payments/product.ts';
import type { GraphQLBuilder } from './builder.ts';
import type { SchemaMapper } from './from-schema.ts';
import type { CommonTypes } from './types/common.ts';
import type { PaymentTypes } from './types/payments/payment.ts';
import type { PsuInputRef } from './types/psu.ts';

export interface SchemaParts {
  readonly builder: GraphQLBuilder;
  readonly mapper: SchemaMapper;
  readonly common: CommonTypes;
  readonly payments: PaymentTypes;
  readonly psu: PsuInputRef;
  readonly products: readonly Product[];
  /** Whether an identity provider authenticates the PSU. */
  readonly identityProvider: boolean;
}
