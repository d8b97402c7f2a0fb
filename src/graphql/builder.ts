/** The schema builder with its plugins and scalars; it knows no type of the domain. */
import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import ValidationPlugin from '@pothos/plugin-validation';
import { DateTimeISOResolver, LocalDateResolver } from 'graphql-scalars';
import { writePath } from '../domain/fields/parse.ts';
import { refuseAll } from '../domain/refusal.ts';
import type { GraphQLContext } from './context.ts';
import { toGraphQLError } from './errors.ts';

export interface SchemaTypes {
  Context: GraphQLContext;
  Scalars: {
    LocalDate: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date | string };
  };
}

export function createBuilder() {
  const builder = new SchemaBuilder<SchemaTypes>({
    plugins: [RelayPlugin, ValidationPlugin],
    relay: {
      clientMutationId: 'omit',
      cursorType: 'String',
      nodeQueryOptions: { description: 'Any object by its global id.' },
      nodesQueryOptions: false,
      nodeTypeOptions: { description: 'An object with a global id.' },
      pageInfoTypeOptions: { description: 'Where a page of a list lies (Relay).' },
    },
    validation: {
      // Arguments that break a bound are refused as the specification's FORMAT_ERROR, every fault with its place.
      validationError: ({ issues }) =>
        toGraphQLError(
          refuseAll(
            issues.map((issue) => ({
              path: writePath((issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step))),
              text: issue.message,
            })),
          ),
        ),
    },
  });
  builder.addScalarType('LocalDate', LocalDateResolver);
  builder.addScalarType('DateTime', DateTimeISOResolver);
  return builder;
}

export type Builder = ReturnType<typeof createBuilder>;
