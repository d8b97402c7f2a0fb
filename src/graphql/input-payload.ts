/**
 * Refuses input of wrong types: in the payload if the client selects tppMessages, otherwise as an error. graphql-js prints a whole value
 * into the message of each of its errors, which takes seconds for a long value. So it gets only input that passes this check.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  executeSync,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { isObject } from '../domain/fields/shared.ts';
import { type Fault, Refusal, refuseAll } from '../domain/refusal.ts';
import type { GraphQLCall, GraphQLContext } from './call.ts';
import { fragmentsOf } from './documents/levels.ts';
import { toRequestError } from './errors.ts';
import {
  type Argument,
  argumentsOf,
  bodyFieldOf,
  type RawInput,
  rawValueOf,
  typeFaultsOf,
  type Variables,
  variablesOf,
} from './input-faults.ts';

interface Operation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** The result that refuses the input; null leaves it to graphql-js. */
export async function refuseInput(
  schema: GraphQLSchema,
  { exchange, call }: GraphQLContext,
  sentValues: RawInput,
): Promise<ExecutionResult | null> {
  const { document: parsed, valueErrors } = exchange.parsed.value;
  if (!('document' in parsed) || parsed.operation === null) return null;
  const { document, operation } = parsed;
  const variables = variablesOf(schema, operation, sentValues);
  const isWrong = [...variables.values()].some(({ faults }) => faults.length > 0);
  if (!isWrong && valueErrors.length === 0 && !replacesDefaultByNull(operation, sentValues)) return null;
  const args = argumentsOf(schema, { document, operation }, variables);
  const typeFaults = typeFaultsOf(args, variables, valueErrors);
  if (typeFaults.length === 0) return valueErrors.length > 0 ? { errors: valueErrors } : null;
  const refusal = await refusalOf(typeFaults, args, variables, call);
  const areInBodies = typeFaults.every(({ isInBody }) => isInBody);
  const payload = areInBodies ? payloadOf(schema, { document, operation }, variables, refusal, call) : null;
  if (payload === null) return { errors: [toRequestError(refusal)] };
  // The failure belongs to the stage of the body.
  call.trace.enter('BODY');
  call.outcome.refusalCodes.add(refusal.code);
  call.trace.fail(refusal);
  return payload;
}

/** Whether a variable with a default is null. graphql-js finds such a fault only when it executes the field that uses the variable. */
const replacesDefaultByNull = ({ variableDefinitions = [] }: OperationDefinitionNode, sentValues: RawInput) =>
  variableDefinitions.some(
    ({ variable, defaultValue }) => defaultValue && sentValues[variable.name.value] === null,
  );

/** The refusal of the first body of REST, which adds the faults of its rules. Without a body, that of the type faults. */
async function refusalOf(
  typeFaults: readonly Fault[],
  args: readonly Argument[],
  variables: Variables,
  call: GraphQLCall,
): Promise<Refusal> {
  const body = args.find(({ bodyField }) => bodyField !== null);
  if (!body?.bodyField) {
    call.trace.enter('BODY');
    return refuseAll(typeFaults);
  }
  const input = rawValueOf(body.value, variables);
  try {
    return await body.bodyField.refuse(isObject(input) ? input : {}, typeFaults, call);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * The result with the refusal in the payload. null if the operation has several fields, or does not select tppMessages. It is the result
 * of executing the operation with a schema in which the field returns the refusal, so it has the fields that the client selects.
 */
function payloadOf(
  schema: GraphQLSchema,
  { document, operation }: Operation,
  variables: Variables,
  refusal: Refusal,
  call: GraphQLCall,
): ExecutionResult | null {
  const [field, ...others] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD || others.length > 0) return null;
  const name = field.name.value;
  const root = schema.getRootType(operation.operation);
  const definition = root?.getFields()[name];
  const bodyField = definition && bodyFieldOf(definition);
  if (!bodyField) return null;
  const refusedField = { type: definition.type, resolve: () => bodyField.valueOnRefusal(refusal) };
  const refusingRoot = new GraphQLObjectType({ name: root.name, fields: { [name]: refusedField } });
  const refusingSchema = new GraphQLSchema({ [operation.operation]: refusingRoot, assumeValid: true });
  // Without the arguments of the field, the schema lacks the types of its input.
  const isUsable = ({ variable, type }: VariableDefinitionNode) =>
    variables.get(variable.name.value)?.faults.length === 0 &&
    typeFromAST(refusingSchema, type) !== undefined;
  const executable = {
    ...operation,
    variableDefinitions: operation.variableDefinitions?.filter(isUsable) ?? [],
    selectionSet: { ...operation.selectionSet, selections: [{ ...field, arguments: [] }] },
  };
  const { data, errors } = executeSync({
    schema: refusingSchema,
    document: { ...document, definitions: [executable, ...fragmentsOf(document).values()] },
    variableValues: Object.fromEntries([...variables].map(([name, { value }]) => [name, value])),
    contextValue: { call },
  });
  const [payload] = Object.values(data ?? {});
  // Whether the client selects the messages, under any name. In a refused payload they are the only list. The value of a query such as
  // `checkDomesticPayment` is that list itself.
  const hasMessages = [payload, ...Object.values(payload ?? {})].some(
    (value) => Array.isArray(value) && value.length > 0,
  );
  return hasMessages && !errors ? { data: data ?? null } : null;
}
