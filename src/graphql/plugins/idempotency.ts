/**
 * Executes the mutations of an X-Request-ID once. Each mutation stores its outcome together with its effect, and a repeated
 * request gets that outcome. A response that cannot be made again from one outcome is stored as a whole: of concurrent equal
 * requests, all get the response that was stored first.
 */
import type { ExecutionResult } from 'graphql';
import { Refusal } from '../../domain/refusal.ts';
import type { Performer } from '../../operations/performer.ts';
import type { RequestKey, StoredAnswer } from '../../operations/ports/stores.ts';
import type { DoorPlugin } from '../context.ts';
import { isOneMutation } from '../documents/documents.ts';
import { type Exchange, isResult } from '../exchange.ts';
import { bytesIn, isStream, responseOf, setAll } from '../responses.ts';

export function useIdempotency(performer: Performer): DoorPlugin {
  return {
    onParams({ context: { exchange }, paramsHandler, setParamsHandler }) {
      const { idempotencyKey } = exchange.parsed.value;
      if (idempotencyKey === null) return;
      const { outcome } = exchange;
      setParamsHandler(async (payload) => {
        const result = await paramsHandler(payload);
        if (outcome.hasActed || outcome.hasRunHere) return result;
        // No mutation has run, for example because of a fault of the input. The stored response to an equal request replaces the result.
        // If a different request used the id, the handler runs again: input-faults.ts then reports this conflict instead of the faults.
        const earlierUse = await earlierUseOf(performer, idempotencyKey);
        if (earlierUse instanceof Refusal) outcome.conflict = earlierUse;
        else outcome.storedResponse = earlierUse;
        return outcome.conflict === null ? result : paramsHandler(payload);
      });
    },

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
        // null: this response was stored, so it is no replay, even if its mutations are. Else an equal request was first.
        if (outcome.storedResponse === null) outcome.hasRunHere = true;
        return responseOf(outcome.storedResponse ?? answer, fetchAPI);
      }, form ?? '');
    },

    onResponse({ response, serverContext: { exchange } }) {
      if (exchange.isPreflight || isStream(response)) return;
      setAll(response.headers, isReplay(exchange) ? replayHeaders : resultHeaders);
    },
  };
}

const resultHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const replayHeaders = { ...resultHeaders, 'idempotent-replay': 'true' };

/** The stored response, the refusal of an id that was used for another request, or null if there is neither. */
async function earlierUseOf(performer: Performer, key: RequestKey): Promise<StoredAnswer | Refusal | null> {
  try {
    return (await performer.findEarlierUse(key))?.answer ?? null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Whether the response is stored for equal requests: a mutation has acted, and the response is final and contains no secret. */
function mustStore(exchange: Exchange, result: object): boolean {
  const { hasActed, hasSecret } = exchange.outcome;
  const { form, document, responseLimit } = exchange.parsed.value;
  if (!hasActed || hasSecret || form === 'text/event-stream') return false;
  // The stored outcome of the mutation is enough to make this response again.
  if (isOneMutation(document) && !responseLimit.hasReadVariableData) return false;
  if (!isResult(exchange, result)) return false;
  return exchange.outcome.secondsUntilRetry(result as ExecutionResult) === 0;
}

function isReplay({
  outcome: { storedResponse, hasActed, hasRunHere },
  parsed,
  executed,
}: Exchange): boolean {
  if (storedResponse !== null) return true;
  const isRefused = executed.orNull !== null && 'thrown' in executed.orNull;
  const hasKey = (parsed.orNull?.idempotencyKey ?? null) !== null;
  return !isRefused && hasKey && hasActed && !hasRunHere;
}
