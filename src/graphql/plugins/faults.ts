/** Refuses input of wrong types as REST does, and logs the errors of every result. */
import {
  type ExecutionArgs,
  type ExecutionResult,
  executeSync,
  type FieldNode,
  type GraphQLError,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  type OperationDefinitionNode,
  print,
  valueFromASTUntyped,
} from 'graphql';
import type { FetchAPI } from 'graphql-yoga';
import { isObject } from '../../domain/fields/shared.ts';
import { Refusal, refuse, refuseAll, type TppMessage } from '../../domain/refusal.ts';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import type { TracedRefusal } from '../../observability/request-trace.ts';
import type { DoorPlugin, GraphQLContext } from '../call.ts';
import type { ParsedDocument } from '../documents/documents.ts';
import type { OperationSource } from '../documents/merged-selections.ts';
import { logDefect, originOf, toRequestError } from '../errors.ts';
import { type GraphQLExchange, isOperationResult } from '../exchange.ts';
import {
  type BodyField,
  type RawInput,
  type TypeFault,
  typeFaultsOf,
  type Variables,
  variablesOf,
} from '../input-faults.ts';
import type { GraphQLParts } from '../parts.ts';

type Args = Pick<ExecutionArgs, 'variableValues'> & { readonly contextValue: GraphQLContext };

export function useFaults(parts: GraphQLParts): DoorPlugin {
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      // graphql-js prints the whole value into each error, so many errors would take seconds.
      // With this option, graphql-js stops at the first wrong value.
      Object.assign(args, { options: { maxCoercionErrors: 0 } });
      const refusedResult = await refuseInput(parts, args, { hasCoercionFailed: false });
      if (refusedResult) return setResultAndStopExecution(refusedResult);
      return {
        async onExecuteDone({ result, setResult }) {
          const hasExecuted = 'data' in result;
          if (hasExecuted) return;
          const betterResult = await refuseInput(parts, args, { hasCoercionFailed: true });
          if (betterResult) setResult(betterResult);
        },
      };
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const refusedResult = await refuseInput(parts, args, { hasCoercionFailed: false });
      if (refusedResult) return setResultAndStopExecution(refusedResult);
      return {
        onSubscribeResult: () => ({ onNext: (next) => logErrors(next.result, args.contextValue.exchange) }),
      };
    },
    onExecutionResult({ result, setResult, context: { exchange } }) {
      if (result === undefined) return;
      const isStream = Symbol.asyncIterator in result;
      if (!isStream) logErrors(result, exchange);
      const finalResult = isStream ? result : addRetryAfter(result, exchange);
      exchange.executed.set({ result: finalResult });
      setResult(finalResult);
    },
    onResultProcess({ result, setResultProcessor, serverContext: { exchange } }) {
      if (isOperationResult(exchange, result)) return;
      // The empty text is the media type, which `makeResponse` does not need.
      setResultProcessor(
        (errorResult, fetchAPI) => makeResponse(exchange, errorResult as ExecutionResult, fetchAPI),
        '',
      );
    },
  };
}

function addRetryAfter(result: ExecutionResult, { effects }: GraphQLExchange): ExecutionResult {
  const seconds = effects.secondsUntilRetry(result);
  if (seconds === 0) return result;
  return { ...result, extensions: { http: { headers: { 'retry-after': String(seconds) } } } };
}

function makeResponse(
  exchange: GraphQLExchange,
  { errors: [error] = [] }: ExecutionResult,
  { Response }: FetchAPI,
): Response {
  if (error === undefined) throw new Error('yoga has made neither a result nor an error');
  const { cause, defectId } = originOf(error);
  const refusal = exchange.http.knownRefusalOf(cause);
  exchange.executed.set({ thrown: cause });
  exchange.http.trace.fail(refusal ?? (defectId === null ? tracedRefusalOf(error) : refuse('SYSTEM_ERROR')));
  if (defectId !== null) logDefect(exchange.http, defectId, cause);
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

function logErrors({ errors = [] }: ExecutionResult, { http, effects }: GraphQLExchange): void {
  for (const error of errors) {
    const { cause, defectId } = originOf(error);
    if (defectId !== null) logDefect(http, defectId, cause);
    else if (typeof error.extensions.code === 'string') effects.refusalCodes.add(error.extensions.code);
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

/** Returns a result with the refusal if the input of the document has wrong types, otherwise null. */
async function refuseInput(
  { schema, settings }: GraphQLParts,
  { contextValue: context, variableValues }: Args,
  { hasCoercionFailed }: { readonly hasCoercionFailed: boolean },
): Promise<ExecutionResult | null> {
  const { document, valueErrors, workOwner, http } = context.call.parsed;
  if (!document) return null;
  const { operation } = document;
  const sentValues = variableValues ?? {};
  const mayBeWrong = valueErrors.length > 0 || hasNullForDefault(operation, sentValues);
  const isLarge = hasLargeObject(sentValues);
  // Lets other requests run between the parsing of the body and the check of a large object, because both take long.
  if (isLarge) await yieldToEventLoop(workOwner);
  // A check of a long body takes long, and graphql-js checks it too. So a mutation is checked only if it may be wrong, if a fault would
  // take graphql-js longer than this check (`hasLargeObject`), or if graphql-js could not coerce the variables.
  const isChecked = operation.operation !== 'mutation' || mayBeWrong || isLarge || hasCoercionFailed;
  const variables = isChecked ? variablesOf(schema, operation, sentValues, settings.sandbox) : null;
  if (variables !== null && (mayBeWrong || variables.wrongValues.size > 0)) {
    const typeFaults = typeFaultsOf(document, variables, valueErrors);
    if (typeFaults.length > 0) return refuseTypes(document, variables, typeFaults, context);
  }
  if (valueErrors.length > 0) return { errors: valueErrors };
  http.trace.enter('BODY');
  return null;
}

async function refuseTypes(
  document: ParsedDocument,
  variables: Variables,
  typeFaults: readonly TypeFault[],
  context: GraphQLContext,
): Promise<ExecutionResult> {
  const { effects, parsed } = context.call;
  const field = fieldWithBodyOf(document);
  // `checkAsRest` rejects with the refusal of REST. If REST accepts the input, the type faults alone make the refusal.
  const refusalOfRest = await field?.body
    .checkAsRest(inputOf(field, variables), typeFaults, context.call)
    .catch(refusalOrThrow);
  const refusal = refusalOfRest ?? refuseAll(typeFaults);
  const areInBody = typeFaults.every(({ isInBody }) => isInBody);
  const payload = field && areInBody ? payloadOf(field, document, variables, refusal, context) : null;
  parsed.http.trace.enter('BODY');
  if (payload === null) return { errors: [toRequestError(refusal)] };
  effects.refusalCodes.add(refusal.code);
  parsed.http.trace.fail(refusal);
  return payload;
}

/** graphql-js reports a null for a variable with a default only when it executes the field. */
const hasNullForDefault = ({ variableDefinitions = [] }: OperationDefinitionNode, sentValues: RawInput) =>
  variableDefinitions.some(
    ({ variable, defaultValue }) => defaultValue && sentValues[variable.name.value] === null,
  );

/** No input type has as many fields. */
const fieldsOfLargeObject = 200;

/** graphql-js would print all fields of such an object into its error. For thousands of fields, that takes longer than the check. */
function hasLargeObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasLargeObject);
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return names.length > fieldsOfLargeObject || names.some((name) => hasLargeObject(value[name]));
}

interface FieldWithBody {
  readonly node: FieldNode;
  readonly type: GraphQLOutputType;
  readonly body: BodyField;
}

/** The only field at the root, if its argument `input` is a body of REST. The field may be in a fragment. */
function fieldWithBodyOf({ rootFields: [field, ...others] }: ParsedDocument): FieldWithBody | null {
  if (!field?.definition || others.length > 0) return null;
  const { type, extensions } = field.definition;
  if (!('valueOnRefusal' in extensions)) return null;
  return { node: field.node, type, body: extensions as unknown as BodyField };
}

function inputOf({ node }: FieldWithBody, { values }: Variables): RawInput {
  const argument = node.arguments?.find(({ name }) => name.value === 'input');
  const input: unknown = argument && valueFromASTUntyped(argument.value, values);
  return isObject(input) ? input : {};
}

function refusalOrThrow(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Executes the operation with a schema whose field returns the refusal. null: the operation does not select tppMessages. */
function payloadOf(
  { node, type, body }: FieldWithBody,
  { document, operation, fragments }: OperationSource,
  { values, wrongValues }: Variables,
  refusal: Refusal,
  contextValue: GraphQLContext,
): ExecutionResult | null {
  const field = { type, resolve: () => body.valueOnRefusal(refusal) };
  const root = new GraphQLObjectType({ name: 'Refused', fields: { [node.name.value]: field } });
  // The schema below has no input types. Only @skip and @include need variables.
  const variableDefinitions = operation.variableDefinitions?.filter(
    (definition) =>
      /^Boolean!?$/.test(print(definition.type)) && !wrongValues.has(definition.variable.name.value),
  );
  const selectionSet = { ...operation.selectionSet, selections: [{ ...node, arguments: [] }] };
  const executable = { ...operation, selectionSet, variableDefinitions: variableDefinitions ?? [] };
  const { data, errors } = executeSync({
    schema: new GraphQLSchema({ [operation.operation]: root, assumeValid: true }),
    document: { ...document, definitions: [executable, ...fragments.values()] },
    variableValues: values,
    contextValue,
  });
  const [payload] = Object.values(data ?? {});
  // Finds the messages under any alias. In the refused payload of a mutation, the messages are the only list. The field `check…` of a
  // query returns the messages themselves.
  const hasMessages = [payload, ...Object.values(payload ?? {})].some(
    (value) => Array.isArray(value) && value.length > 0,
  );
  return hasMessages && !errors ? { data: data ?? null } : null;
}
