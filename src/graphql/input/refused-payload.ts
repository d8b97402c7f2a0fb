/**
 * Answers a mutation whose input GraphQL refuses like one whose input breaks a rule: by its payload, so that a client
 * finds faults in one place. Only the payload is resolved, and its resource is null.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  type VariableNode,
  visit,
} from 'graphql';
import type { Refusal } from '../../domain/refusal.ts';
import type { ParsedDocument } from '../documents/documents.ts';
import { answered } from '../errors.ts';
import type { RequestState } from '../request.ts';
import { refusedPayload } from '../schema/payload.ts';

export interface RefusedMutation {
  /** The only field of the operation. */
  readonly mutation: FieldNode;
  readonly refusal: Refusal;
}

/** The operation that would have run. */
interface Refused {
  readonly parsed: ParsedDocument;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly state: RequestState;
}

export function createRefusedPayloads(schema: GraphQLSchema) {
  let refusing: GraphQLSchema | undefined;
  return async (
    { mutation, refusal }: RefusedMutation,
    { parsed, variables, state }: Refused,
  ): Promise<ExecutionResult> => {
    refusing ??= refusingSchema(schema);
    state.http.trace.enter('BODY');
    const result = await execute({
      schema: refusing,
      document: withoutInput(parsed, mutation),
      rootValue: refusal,
      variableValues: variables,
      contextValue: { state },
    });
    // A variable that is also used elsewhere in the document and fits there neither.
    if (result.data == null) return { errors: [answered(refusal)] };
    state.refusals.add(refusal.code);
    state.http.trace.failed(refusal);
    return result;
  };
}

/** The same schema with mutations that take no input and refuse. */
function refusingSchema(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const mutations = config.mutation?.toConfig();
  if (!mutations) return schema;
  const fields = Object.entries(mutations.fields).map(([name, field]) => [
    name,
    { ...field, args: {}, resolve: refusedPayload },
  ]);
  return new GraphQLSchema({
    ...config,
    mutation: new GraphQLObjectType({ ...mutations, fields: Object.fromEntries(fields) }),
    types: config.types.filter((type) => type !== config.mutation),
    assumeValid: true,
  });
}

/** The operation without the input, and without the variables that are used in it alone. */
function withoutInput({ document, operation }: ParsedDocument, mutation: FieldNode): DocumentNode {
  if (operation === null) throw new Error('a refused mutation has no operation');
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const refused = { ...mutation, arguments: [] };
  const used = new Set<string>();
  const note = { Variable: ({ name }: VariableNode) => void used.add(name.value) };
  for (const part of [refused, ...fragments]) visit(part, note);
  const definition = {
    ...operation,
    variableDefinitions: (operation.variableDefinitions ?? []).filter(({ variable }) =>
      used.has(variable.name.value),
    ),
    selectionSet: { ...operation.selectionSet, selections: [refused] },
  };
  return { ...document, definitions: [definition, ...fragments] };
}
