import { type GraphQLInterfaceType, GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { StaticDocument } from '../../browser/static-document.ts';
import { boundLists } from '../documents/bounded-lists.ts';
import { builder } from './builder.ts';
import './types/authorisation.ts';
import './types/basket.ts';
import './types/calendar.ts';
import './types/payments/bulk-entries.ts';
import './types/payments/create-payment.ts';
import './types/payments/payment-bookings.ts';
import './types/payments/payment-notifications.ts';
import { payment } from './types/payments/payment.ts';
import './types/payments/payments.ts';
import './types/sandbox/agreement.ts';
import './types/sandbox/certificate.ts';
import './types/sandbox/clock.ts';
import './types/sandbox/console-token.ts';
import './types/sandbox/faults.ts';
import './types/sandbox/request-log.ts';
import './types/sandbox/transactions.ts';
import './types/subscription.ts';
import './types/viewer.ts';
import type { Variant } from './variants.ts';

const schemas = new Map<boolean, GraphQLSchema>();

/** The schema of a variant. It holds nothing of a service, so that all services of a process, as in tests, share it. */
export function buildSchema({ sandbox }: Variant): GraphQLSchema {
  const schema = schemas.get(sandbox) ?? newSchema(sandbox);
  schemas.set(sandbox, schema);
  return schema;
}

function newSchema(sandbox: boolean): GraphQLSchema {
  const schema = builder.toSchema({ sandbox });
  // The new schema drops each type to which no field refers. Fields refer to payments only by the interface `Payment`, so `types` lists the
  // types that implement it.
  const types = schema.getPossibleTypes(schema.getType(payment.name) as GraphQLInterfaceType);
  return boundLists(new GraphQLSchema({ ...schema.toConfig(), types }));
}

const textOf = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`;

export function printWholeSchema(): string {
  const text = textOf(buildSchema({ sandbox: true }));
  return `# Generated from src/graphql by \`npm run generate\`. Do not edit.\n\n${text}`;
}

export const schemaDocumentOf = (schema: GraphQLSchema): StaticDocument => ({
  type: 'text/plain; charset=utf-8',
  text: textOf(schema),
});
