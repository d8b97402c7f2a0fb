/**
 * A mutation whose input GraphQL itself would refuse answers as one whose input breaks a rule: by its payload, so that a
 * client looks for faults in one place. Nothing is resolved but the payload, whose resource is null.
 */
import {
  type ExecutionResult,
  execute,
  type FieldNode,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Refusal } from '../domain/refusal.ts';
import type { GraphQLContext } from './context.ts';
import type { ParsedDocument } from './documents.ts';
import { refusedPayload } from './payload.ts';

export interface RefusedMutation {
  /** The only field of the operation. */
  readonly mutation: FieldNode;
  readonly refusal: Refusal;
  /** Names of variables that do not fit their types. */
  readonly misfits: ReadonlySet<string>;
}

export type RefusedPayloads = (
  refused: RefusedMutation,
  parsed: ParsedDocument,
  variables: Readonly<Record<string, unknown>>,
  context: GraphQLContext,
) => Promise<ExecutionResult>;

export function createRefusedPayloads(schema: GraphQLSchema): RefusedPayloads {
  let refusing: GraphQLSchema | undefined;
  return async ({ mutation, refusal, misfits }, parsed, variables, context) => {
    refusing ??= refusingSchema(schema);
    context.progress.refusals.add(refusal.code);
    return execute({
      schema: refusing,
      document: {
        ...parsed.document,
        definitions: [
          withoutInput(parsed.operation, mutation, misfits),
          ...parsed.document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
        ],
      },
      rootValue: refusal,
      variableValues: variables,
      contextValue: context,
    });
  };
}

/** The same schema with mutations that take no input and refuse. */
function refusingSchema(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const mutations = config.mutation?.toConfig();
  if (!mutations) return schema;
  const fields = Object.entries(mutations.fields).map(([name, field]) => [
    name,
    { ...field, args: {}, resolve: (refusal: Refusal) => refusedPayload(refusal) },
  ]);
  return new GraphQLSchema({
    ...config,
    mutation: new GraphQLObjectType({ ...mutations, fields: Object.fromEntries(fields) }),
    types: config.types.filter((type) => type !== config.mutation),
    assumeValid: true,
  });
}

function withoutInput(
  operation: OperationDefinitionNode | null,
  mutation: FieldNode,
  misfits: ReadonlySet<string>,
): OperationDefinitionNode {
  if (operation === null) throw new Error('a refused mutation has no operation');
  return {
    ...operation,
    variableDefinitions: (operation.variableDefinitions ?? []).filter(
      ({ variable }) => !misfits.has(variable.name.value),
    ),
    selectionSet: { ...operation.selectionSet, selections: [{ ...mutation, arguments: [] }] },
  };
}
