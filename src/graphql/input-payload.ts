/** Refuses an operation whose input does not fit its types: by the payload of a mutation that asks for its messages, else by an error. */
import {
  type ExecutionResult,
  executeSync,
  type GraphQLObjectType,
  GraphQLSchema,
  getNamedType,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { Refusal } from '../domain/refusal.ts';
import type { GraphQLContext } from './context.ts';
import { fragmentsOf } from './documents/fragments.ts';
import { answered } from './errors.ts';
import { type Input, refusalOfInput } from './input-faults.ts';
import { refusedPayload } from './schema/payload.ts';

/** The result of an operation whose input is at fault, else null; `hasRun`: the library has refused it by itself. */
export function faultyInput(
  schema: GraphQLSchema,
  context: GraphQLContext,
  variables: Input['variables'],
  hasRun: boolean,
): ExecutionResult | null {
  const { document: parsed, misfits } = context.exchange.parsed.value;
  if (!('document' in parsed) || parsed.operation === null) return null;
  const { operation } = parsed;
  if (!hasRun && misfits.length === 0 && !takesNullForDefault(operation, variables)) return null;
  const input = { schema, parsed, operation, variables, misfits, call: context.call };
  const { refusal, inBody } = refusalOfInput(input) ?? {};
  if (!refusal) return misfits.length > 0 ? { errors: misfits } : null;
  return (inBody && payloadOf(input, refusal)) || { errors: [answered(refusal)] };
}

/** GraphQL takes null for a variable that has a default until it comes to the place of it. */
const takesNullForDefault = (
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Input['variables'],
) =>
  variableDefinitions.some(
    ({ variable, defaultValue }) => defaultValue && variables[variable.name.value] === null,
  );

/** The payload that refuses the only mutation, if it is asked for the messages; nothing else is resolved. */
function payloadOf(input: Input, refusal: Refusal): ExecutionResult | null {
  const { parsed, operation, variables, call } = input;
  const [mutation, ...others] = operation.selectionSet.selections;
  if (mutation?.kind !== Kind.FIELD || !mutation.selectionSet || others.length > 0) return null;
  const field = input.schema.getMutationType()?.getFields()[mutation.name.value];
  const query = getNamedType(field?.type) as GraphQLObjectType;
  const schema = new GraphQLSchema({ query, assumeValid: true });
  const isUsable = (one: VariableDefinitionNode) => !getVariableValues(schema, [one], variables).errors;
  const { data, errors } = executeSync({
    schema,
    document: {
      ...parsed.document,
      definitions: [
        {
          ...operation,
          operation: OperationTypeNode.QUERY,
          variableDefinitions: operation.variableDefinitions?.filter(isUsable) ?? [],
          selectionSet: mutation.selectionSet,
        },
        ...fragmentsOf(parsed.document).values(),
      ],
    },
    rootValue: refusedPayload(refusal),
    variableValues: variables,
    contextValue: { call },
  });
  // No other list in it holds anything; a client that does not ask for the messages would not see the refusal.
  const isShown = Object.values(data ?? {}).some((value) => Array.isArray(value) && value.length > 0);
  if (!isShown || !data || errors) return null;
  call.trace.enter('BODY');
  call.outcome.refusals.add(refusal.code);
  call.trace.failed(refusal);
  return { data: { [mutation.alias?.value ?? mutation.name.value]: data } };
}
