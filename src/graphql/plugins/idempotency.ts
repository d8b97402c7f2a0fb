/**
 * Executes the mutations of an X-Request-ID once. Each mutation stores its outcome together with its effect, and a repeated
 * request gets that outcome. A response that cannot be made again from one outcome is stored as a whole: of concurrent equal
 * requests, all get the response that was stored first.
 */
import type { ExecutionResult } from 'graphql';
import type { Performer } from '../../operations/performer.ts';
import type { DoorPlugin } from '../call.ts';
import { isOneMutation } from '../documents/documents.ts';
import { bytesIn, type Exchange, isResult, isStream, responseOf, setAll } from '../exchange.ts';

export function useIdempotency(performer: Performer): DoorPlugin {
  return {
    onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { exchange } }) {
      const { outcome } = exchange;
      const { storedResponse } = outcome;
      if (storedResponse !== null)
        return setResultProcessor((_, fetchAPI) => responseOf(storedResponse, fetchAPI), '');
      const { idempotencyKey: key, form } = exchange.parsed.orNull ?? {};
      if (!key || resultProcessor === undefined || !mustStore(exchange, result)) return;
      setResultProcessor(async (yogaResult, fetchAPI, type) => {
        const response = await resultProcessor(yogaResult, fetchAPI, type);
        const { status, headers } = response;
        const answer = { status, headers: Object.fromEntries(headers), body: await bytesIn(response) };
        outcome.storedResponse = await performer.saveAnswer(key, answer);
        // null means that this response is now stored. It is no replay, even if it contains outcomes of an earlier request.
        if (outcome.storedResponse === null) outcome.hasRunMutation = true;
        return responseOf(outcome.storedResponse ?? answer, fetchAPI);
      }, form ?? '');
    },

    onResponse({ response, serverContext: { exchange } }) {
      if (isStream(response)) return;
      setAll(response.headers, isReplay(exchange) ? replayHeaders : resultHeaders);
    },
  };
}

const resultHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const replayHeaders = { ...resultHeaders, 'idempotent-replay': 'true' };

/** Whether to store the response for equal requests: it is final, may be stored, and cannot be made again from a stored outcome. */
function mustStore(exchange: Exchange, result: object): boolean {
  const { hasActed, mustNotBeStored } = exchange.outcome;
  const { form, document, responseLimit } = exchange.parsed.value;
  if (!hasActed || mustNotBeStored || form === 'text/event-stream') return false;
  // The stored outcome of the mutation is enough to make this response again.
  if (document && isOneMutation(document) && !responseLimit.hasReadVariableData) return false;
  if (!isResult(exchange, result)) return false;
  return exchange.outcome.secondsUntilRetry(result as ExecutionResult) === 0;
}

function isReplay({
  outcome: { storedResponse, hasActed, hasRunMutation },
  parsed,
  executed,
}: Exchange): boolean {
  if (storedResponse !== null) return true;
  const isRefused = executed.orNull !== null && 'thrown' in executed.orNull;
  const hasKey = (parsed.orNull?.idempotencyKey ?? null) !== null;
  return !isRefused && hasKey && hasActed && !hasRunMutation;
}
