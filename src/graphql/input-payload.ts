/** Refuses input with wrong types: in the payload if the client selects tppMessages, otherwise as an error. */
import {
  type ExecutionResult,
  executeSync,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { type Fault, Refusal, refuseAll } from '../domain/refusal.ts';
import type { GraphQLCall } from './call.ts';
import type { GraphQLContext } from './context.ts';
import { fragmentsOf } from './documents/fragments.ts';
import { toRequestError } from './errors.ts';
import { bodyFieldOf, type OperationInput, type WrongInput, wrongInputOf } from './input-faults.ts';
import { hasWrongVariable } from './wrong-values.ts';

/** The result that refuses the input; null leaves it to graphql-js. */
export async function refuseInput(
  schema: GraphQLSchema,
  { exchange, call }: GraphQLContext,
  variables: OperationInput['variables'],
): Promise<ExecutionResult | null> {
  const { document: parsed, valueErrors } = exchange.parsed.value;
  if (!('document' in parsed) || parsed.operation === null) return null;
  const { document, operation } = parsed;
  const mayBeInvalid =
    valueErrors.length > 0 ||
    replacesDefaultByNull(operation, variables) ||
    hasWrongVariable(schema, operation.variableDefinitions ?? [], variables);
  if (!mayBeInvalid) return null;
  const operationInput = { schema, document, operation, variables, valueErrors };
  const { typeFaults, bodies } = wrongInputOf(operationInput);
  if (typeFaults.length === 0) return valueErrors.length > 0 ? { errors: valueErrors } : null;
  const refusal = await refusalOf(typeFaults, bodies[0], call);
  const faultsAreInBodies = typeFaults.every(({ isInBody }) => isInBody);
  const result = faultsAreInBodies ? payloadResult(operationInput, refusal, call) : null;
  return result ?? { errors: [toRequestError(refusal)] };
}

/** Of several bodies, the first decides. */
async function refusalOf(
  typeFaults: readonly Fault[],
  body: WrongInput['bodies'][number] | undefined,
  call: GraphQLCall,
): Promise<Refusal> {
  if (!body) {
    call.trace.enter('BODY');
    return refuseAll(typeFaults);
  }
  try {
    return await body.field.refuse(body.input, typeFaults, call);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Whether a variable with a default is null. graphql-js finds such a fault only when it executes the field that uses the variable. */
const replacesDefaultByNull = (
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: OperationInput['variables'],
) =>
  variableDefinitions.some(
    ({ variable, defaultValue }) => defaultValue && variables[variable.name.value] === null,
  );

/** The result with the refusal in the payload. null if the operation has several fields, or does not select tppMessages. */
function payloadResult(
  operationInput: OperationInput,
  refusal: Refusal,
  call: GraphQLCall,
): ExecutionResult | null {
  const { document, operation, variables } = operationInput;
  const [field, ...others] = operation.selectionSet.selections;
  const root = operationInput.schema.getRootType(operation.operation);
  const fieldConfig = field?.kind === Kind.FIELD ? root?.toConfig().fields[field.name.value] : undefined;
  const bodyField = bodyFieldOf(fieldConfig);
  if (!root || !fieldConfig || !bodyField || field?.kind !== Kind.FIELD || others.length > 0) return null;
  const resolve = () => bodyField.valueOnRefusal(refusal);
  const fields = { [field.name.value]: { ...fieldConfig, args: {}, resolve } };
  // Executes the document with a schema in which the field returns the refusal. The result has the fields that the client selects.
  const query = new GraphQLObjectType({ name: root.name, fields });
  const schema = new GraphQLSchema({ query, assumeValid: true });
  const hasValidValue = (definition: VariableDefinitionNode) =>
    !hasWrongVariable(schema, [definition], variables);
  const definition = {
    ...operation,
    operation: OperationTypeNode.QUERY,
    variableDefinitions: operation.variableDefinitions?.filter(hasValidValue) ?? [],
    selectionSet: { ...operation.selectionSet, selections: [{ ...field, arguments: [] }] },
  };
  const { data, errors } = executeSync({
    schema,
    document: { ...document, definitions: [definition, ...fragmentsOf(document).values()] },
    variableValues: variables,
    contextValue: { call },
  });
  const [payload] = Object.values(data ?? {});
  // Whether the client selects the messages, under any name. In a refused payload they are the only list. The value of a query such as
  // `checkDomesticPayment` is that list itself.
  const hasMessages = [payload, ...Object.values(payload ?? {})].some(
    (value) => Array.isArray(value) && value.length > 0,
  );
  if (!hasMessages || errors) return null;
  // The failure belongs to the stage of the body.
  call.trace.enter('BODY');
  call.outcome.refusalCodes.add(refusal.code);
  call.trace.fail(refusal);
  return { data: data ?? null };
}
