/** Refuses input with wrong types: in the payload if it shows tppMessages, otherwise as an error. */
import {
  type ExecutionResult,
  executeSync,
  GraphQLObjectType,
  GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { Refusal } from '../domain/refusal.ts';
import type { GraphQLContext } from './context.ts';
import { fragmentsOf } from './documents/fragments.ts';
import { toRequestError } from './errors.ts';
import { type BodyField, type Input, refusalOfInput } from './input-faults.ts';

/** The result of an operation with invalid input, else null. `hasRun`: graphql-js refused it. */
export function faultyInput(
  schema: GraphQLSchema,
  context: GraphQLContext,
  variables: Input['variables'],
  hasRun: boolean,
): ExecutionResult | null {
  const { document: parsedDocument, misfits } = context.exchange.parsed.value;
  if (!('document' in parsedDocument) || parsedDocument.operation === null) return null;
  const { operation } = parsedDocument;
  if (!hasRun && misfits.length === 0 && !takesNullForDefault(operation, variables)) return null;
  const input = { schema, parsed: parsedDocument, operation, variables, misfits, call: context.call };
  const { refusal, inBody } = refusalOfInput(input) ?? {};
  if (!refusal) return misfits.length > 0 ? { errors: misfits } : null;
  return (inBody && resultOf(input, refusal)) || { errors: [toRequestError(refusal)] };
}

/** GraphQL accepts null for a variable with a default until the variable is used. */
const takesNullForDefault = (
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Input['variables'],
) =>
  variableDefinitions.some(
    ({ variable, defaultValue }) => defaultValue && variables[variable.name.value] === null,
  );

/** The result of the only field, if it selects tppMessages. */
function resultOf(input: Input, refusal: Refusal): ExecutionResult | null {
  const { parsed, operation, variables, call } = input;
  const [field, ...others] = operation.selectionSet.selections;
  const root = input.schema.getRootType(operation.operation);
  const config = field?.kind === Kind.FIELD ? root?.toConfig().fields[field.name.value] : undefined;
  const { refused } = (config?.extensions ?? {}) as Partial<BodyField>;
  if (!root || !config || !refused || field?.kind !== Kind.FIELD || others.length > 0) return null;
  const fields = { [field.name.value]: { ...config, args: {}, resolve: () => refused(refusal) } };
  const query = new GraphQLObjectType({ name: root.name, fields });
  const schema = new GraphQLSchema({ query, assumeValid: true });
  const isUsable = (one: VariableDefinitionNode) => !getVariableValues(schema, [one], variables).errors;
  const definition = {
    ...operation,
    operation: OperationTypeNode.QUERY,
    variableDefinitions: operation.variableDefinitions?.filter(isUsable) ?? [],
    selectionSet: { ...operation.selectionSet, selections: [{ ...field, arguments: [] }] },
  };
  const { data, errors } = executeSync({
    schema,
    document: { ...parsed.document, definitions: [definition, ...fragmentsOf(parsed.document).values()] },
    variableValues: variables,
    contextValue: { call },
  });
  // A client that does not select tppMessages would not see the refusal.
  const [value] = Object.values(data ?? {});
  const isShown = [value, ...Object.values(value ?? {})].some((one) => Array.isArray(one) && one.length > 0);
  if (!isShown || errors) return null;
  call.trace.enter('BODY');
  call.outcome.refusals.add(refusal.code);
  call.trace.fail(refusal);
  return { data: data ?? null };
}
