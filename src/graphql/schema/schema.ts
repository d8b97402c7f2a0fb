/** Builds the GraphQL schema from the files of types/. */
import { type GraphQLInterfaceType, type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { StaticDocument } from '../../browser/static-document.ts';
import type { Product } from '../../domain/payments/product.ts';
import { products } from '../../domain/payments/products/list.ts';
import { boundLists } from '../documents/bounded-lists.ts';
import { createBuilder } from './builder.ts';
import { SchemaMapper } from './from-schema.ts';
import { hideSecrets } from './secrets.ts';
import { authorisationTypes } from './types/authorisation.ts';
import { basketTypes } from './types/basket.ts';
import { calendarTypes } from './types/calendar.ts';
import { commonTypes } from './types/common.ts';
import { bulkEntries } from './types/payments/bulk-entries.ts';
import { checkPaymentQueries, createPaymentMutations } from './types/payments/create-payment.ts';
import { paymentTypes } from './types/payments/payment.ts';
import { bookingsField } from './types/payments/payment-bookings.ts';
import { notificationsField } from './types/payments/payment-notifications.ts';
import { paymentDaysQuery, paymentsQuery } from './types/payments/payments.ts';
import { psuInput } from './types/psu.ts';
import { certificateMutation } from './types/sandbox/certificate.ts';
import { clockTypes } from './types/sandbox/clock.ts';
import { consoleMutations } from './types/sandbox/console-token.ts';
import { faultTypes } from './types/sandbox/faults.ts';
import { requestLogQuery } from './types/sandbox/request-log.ts';
import { sandboxTypes } from './types/sandbox/sandbox.ts';
import { paymentSubscription } from './types/subscription.ts';
import { viewerType } from './types/viewer.ts';

interface SchemaOptions {
  readonly products: readonly Product[];
  /** Whether the sandbox's queries and mutations exist. */
  readonly sandbox: boolean;
  /** Whether an identity provider authenticates the PSU. It adds a value to AuthorisationEndReason. */
  readonly identityProvider?: boolean;
}

const builtSchemas = new WeakMap<readonly Product[], Map<string, GraphQLSchema>>();

/** Builds a schema once for the same options, because the tests create many apps in one process. */
export function buildSchema({ products, sandbox, identityProvider = false }: SchemaOptions): GraphQLSchema {
  const schemas = builtSchemas.get(products) ?? new Map<string, GraphQLSchema>();
  builtSchemas.set(products, schemas);
  const key = `${sandbox} ${identityProvider}`;
  const schema = schemas.get(key) ?? newSchema({ products, sandbox, identityProvider });
  schemas.set(key, schema);
  return schema;
}

function newSchema({ products, sandbox, identityProvider }: Required<SchemaOptions>): GraphQLSchema {
  // Filled at the end, when the schema knows which types are nodes.
  const nodeTypes = new Set<string>();
  const builder = createBuilder((typename) => nodeTypes.has(typename));
  builder.queryType({ description: 'Everything that a TPP can read.' });
  builder.mutationType({
    description:
      'Everything that a TPP can do. Each mutation returns the resource, or the reasons why it was refused.',
  });
  builder.subscriptionType({ description: 'Changes that a TPP can subscribe to, by server-sent events.' });
  const mapper = new SchemaMapper(builder);
  const common = commonTypes(builder, mapper);
  const payments = paymentTypes(builder, mapper, common, products);
  const parts = { builder, mapper, common, payments, psu: psuInput(builder), products, identityProvider };
  const creationMutations = createPaymentMutations(parts);
  paymentsQuery(parts);
  paymentDaysQuery(parts);
  authorisationTypes(parts, sandbox);
  basketTypes(parts);
  calendarTypes(parts);
  paymentSubscription(parts);
  notificationsField(parts);
  bulkEntries(parts);
  viewerType(builder, sandbox);
  if (sandbox) {
    consoleMutations(parts);
    certificateMutation(parts);
    bookingsField(parts);
    sandboxTypes(parts);
    clockTypes(parts);
    faultTypes(parts);
    checkPaymentQueries(parts, creationMutations);
    requestLogQuery(builder);
  }
  const schema = hideSecrets(boundLists(builder.toSchema()));
  for (const { name } of schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType))
    nodeTypes.add(name);
  return schema;
}

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
