/**
 * Turns errors into refusals as REST describes them. Invalid input is refused in the payload of a mutation that selects
 * tppMessages, otherwise as an error. A refusal of the whole request is JSON with the HTTP status of the refusal.
 */
import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import type { FetchAPI } from 'graphql-yoga';
import { Refusal, refuse, type TppMessage } from '../../domain/refusal.ts';
import type { RefusalOfError } from '../../http/door.ts';
import type { HttpRequest } from '../../http/message.ts';
import type { TracedRefusal } from '../../observability/request-trace.ts';
import type { DoorPlugin, GraphQLContext } from '../call.ts';
import { originOf } from '../errors.ts';
import { type Exchange, isResult } from '../exchange.ts';
import { refuseInput } from '../input-payload.ts';
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
  http.log({ ...line, method: http.method, failureId: defectId }, error);
}
