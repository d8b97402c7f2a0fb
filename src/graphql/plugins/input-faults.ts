/**
 * Refuses an operation whose input does not fit its types, in the words of REST: by the payload of a mutation that asks for its
 * messages, like one whose input breaks a rule, else by an error.
 */
import {
  type ExecutionArgs,
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
import type { Refusal } from '../../domain/refusal.ts';
import { fragmentsOf } from '../documents/fragments.ts';
import { ValueError } from '../documents/validation.ts';
import { answered } from '../errors.ts';
import { type Input, refusalOfInput } from '../input-faults.ts';
import type { GraphQLParts } from '../parts.ts';
import type { DoorPlugin, GraphQLContext } from '../request.ts';
import { refusedPayload } from '../schema/payload.ts';

type Args = Pick<ExecutionArgs, 'variableValues'> & { readonly contextValue: GraphQLContext };

export function useInputFaults({ schema }: GraphQLParts): DoorPlugin {
  /** The result of an operation whose input is at fault; looked for before it runs, and when it has not begun. */
  function refused(
    { contextValue: { state }, variableValues }: Args,
    hasRun: boolean,
  ): ExecutionResult | null {
    const { parsed, invalid } = state;
    if (parsed === null || !('document' in parsed) || parsed.operation === null) return null;
    const { operation } = parsed;
    const variables = variableValues ?? {};
    if (!hasRun && invalid.length === 0 && !takesNullForDefault(operation, variables)) return null;
    const input = { schema, parsed, operation, variables, state };
    const { refusal, inBody } = refusalOfInput(input) ?? {};
    if (!refusal) return invalid.length > 0 ? { errors: invalid } : null;
    return (inBody && payloadOf(input, refusal)) || { errors: [answered(refusal)] };
  }

  return {
    onValidate:
      ({ context: { state } }) =>
      ({ result, setResult }) => {
        if (result.length === 0 || !result.every((error) => error instanceof ValueError)) return;
        state.invalid = result;
        setResult([]);
      },
    onExecute({ args, setResultAndStopExecution }) {
      const result = refused(args, false);
      if (result) return setResultAndStopExecution(result);
      args.contextValue.state.http.trace.enter('BODY');
      return { onExecuteDone: ({ result, setResult }) => setOther(result, setResult, args) };
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const result = refused(args, false);
      if (result) return setResultAndStopExecution(result);
      args.contextValue.state.http.trace.enter('BODY');
      return { onSubscribeResult: ({ result, setResult }) => setOther(result, setResult, args) };
    },
  };

  /** An operation whose variables do not fit their types ends before it has begun. */
  function setOther(result: object, setResult: (other: ExecutionResult) => void, args: Args): void {
    const other = 'errors' in result && !('data' in result) ? refused(args, true) : null;
    if (other) setResult(other);
  }
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
  const { parsed, operation, variables, state } = input;
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
    contextValue: { state },
  });
  // No other list in it holds anything; a client that does not ask for the messages would not see the refusal.
  const isShown = Object.values(data ?? {}).some((value) => Array.isArray(value) && value.length > 0);
  if (!isShown || !data || errors) return null;
  state.http.trace.enter('BODY');
  state.refusals.add(refusal.code);
  state.http.trace.failed(refusal);
  return { data: { [mutation.alias?.value ?? mutation.name.value]: data } };
}
