/**
 * Turns errors into refusals as REST describes them. Input of wrong types is refused in the payload of a mutation that selects
 * tppMessages, otherwise as an error. graphql-js prints a whole value into the message of each of its errors, which takes seconds for a
 * long value, so it gets only input that passes this check. A refusal of the whole request is JSON with the HTTP status of the refusal.
 */
import {
  type ExecutionArgs,
  type ExecutionResult,
  executeSync,
  type GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import type { FetchAPI } from 'graphql-yoga';
import { isObject } from '../../domain/fields/shared.ts';
import type { RefusalOfError } from '../../domain/refusal.ts';
import { type Fault, Refusal, refuse, refuseAll, type TppMessage } from '../../domain/refusal.ts';
import type { HttpRequest } from '../../http/message.ts';
import type { TracedRefusal } from '../../observability/request-trace.ts';
import type { DoorPlugin, GraphQLCall, GraphQLContext } from '../call.ts';
import { fragmentsOf } from '../documents/levels.ts';
import { originOf, toRequestError } from '../errors.ts';
import { type Exchange, isResult } from '../exchange.ts';
import {
  type Argument,
  argumentsOf,
  bodyFieldOf,
  type OperationOfDocument,
  type RawInput,
  typeFaultsOf,
  type Variables,
  valuesOf,
  variablesOf,
} from '../input-faults.ts';
import type { GraphQLParts } from '../parts.ts';

type Args = Pick<ExecutionArgs, 'variableValues'> & { readonly contextValue: GraphQLContext };

export function useFaults({ schema, refusalOfError }: GraphQLParts): DoorPlugin {
  const checkInput = async (
    { contextValue, variableValues }: Args,
    stopWith: (result: ExecutionResult) => void,
  ) => {
    const result = await refuseInput(schema, contextValue, variableValues ?? {});
    if (result) stopWith(result);
    else contextValue.call.trace.enter('BODY');
  };

  return {
    onExecute: ({ args, setResultAndStopExecution }) => checkInput(args, setResultAndStopExecution),
    async onSubscribe({ args, setResultAndStopExecution }) {
      await checkInput(args, setResultAndStopExecution);
      return {
        onSubscribeResult: () => ({ onNext: (next) => logErrors(next.result, args.contextValue.exchange) }),
      };
    },
    onExecutionResult({ result, setResult, context: { exchange } }) {
      if (result === undefined) return;
      const isStream = Symbol.asyncIterator in result;
      if (!isStream) logErrors(result, exchange);
      const finalResult = isStream ? result : addRetryAfter(result, exchange);
      exchange.executed.begin({ result: finalResult });
      setResult(finalResult);
    },
    onResultProcess({ result, setResultProcessor, serverContext: { exchange } }) {
      // Any other result is an error that refused the whole request.
      if (isResult(exchange, result)) return;
      setResultProcessor(
        (errorResult, fetchAPI) =>
          makeResponse(exchange, errorResult as ExecutionResult, fetchAPI, refusalOfError),
        '',
      );
    },
  };
}

/** Adds the header Retry-After if the client should retry. Also adds `stringify`, which yoga calls to write a result. */
function addRetryAfter(result: ExecutionResult, { outcome }: Exchange): ExecutionResult {
  const seconds = outcome.secondsUntilRetry(result);
  if (seconds === 0 && 'stringify' in result) return result;
  const { errors, data } = result;
  const http = { headers: { 'retry-after': String(seconds) } };
  return {
    stringify: () => JSON.stringify({ errors, data }),
    ...result,
    ...(seconds === 0 ? {} : { extensions: { http } }),
  } as ExecutionResult;
}

/** The response to a request that was refused as a whole. */
function makeResponse(
  exchange: Exchange,
  { errors: [error] = [] }: ExecutionResult,
  { Response }: FetchAPI,
  refusalOfError: RefusalOfError,
): Response {
  if (error === undefined) throw new Error('yoga has made neither a result nor an error');
  const { cause: thrown, defectId } = originOf(error);
  const refusal = thrown instanceof Refusal ? thrown : refusalOfError(thrown);
  exchange.executed.begin({ thrown });
  exchange.http.trace.fail(refusal ?? refuse('SYSTEM_ERROR'));
  if (defectId !== null) logDefect(exchange.http, defectId, thrown);
  const { allow, retryAfterSeconds } = refusal?.extras ?? {};
  return new Response(JSON.stringify({ errors: [error] }), {
    status: typeof error.extensions.status === 'number' ? error.extensions.status : 400,
    headers: {
      'content-type': 'application/json',
      ...(allow ? { allow: allow.join(', ') } : {}),
      ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    },
  });
}

function logErrors({ errors = [] }: ExecutionResult, { http, outcome }: Exchange): void {
  for (const error of errors) {
    const { cause, defectId } = originOf(error);
    if (defectId !== null) logDefect(http, defectId, cause);
    else if (typeof error.extensions.code === 'string') outcome.refusalCodes.add(error.extensions.code);
    http.trace.fail(tracedRefusalOf(error));
  }
}

function tracedRefusalOf({ message, extensions }: GraphQLError): TracedRefusal {
  const code = typeof extensions.code === 'string' ? extensions.code : 'BAD_REQUEST';
  const tppMessages = Array.isArray(extensions.tppMessages)
    ? (extensions.tppMessages as readonly TppMessage[])
    : [{ category: 'ERROR', code: code as TppMessage['code'], text: message } as const];
  return { code, tppMessages };
}

/** The line of a defect in a resolver, besides that of its request. Status and time are not those of the request. */
function logDefect(http: HttpRequest, defectId: string, error: unknown): void {
  const line = {
    door: 'graphql',
    route: 'resolver',
    status: 500,
    milliseconds: 0,
    code: 'SYSTEM_ERROR',
  } as const;
  http.log({ ...line, failureId: defectId }, error);
}

/** The result that refuses the input; null if graphql-js can execute the operation. */
export async function refuseInput(
  schema: GraphQLSchema,
  { exchange, call }: GraphQLContext,
  sentValues: RawInput,
): Promise<ExecutionResult | null> {
  const { document: parsed, valueErrors } = exchange.parsed.value;
  if (!parsed?.operation) return null;
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

/** The refusal of the type faults. If an argument is a body of REST, the refusal also has the faults that the rules find in the first body. */
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
  const input = valueFromASTUntyped(body.value, valuesOf(variables));
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
  { document, operation }: OperationOfDocument,
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
    variableValues: valuesOf(variables),
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
