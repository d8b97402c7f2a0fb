/**
 * Executes an X-Request-ID once. Each mutation commits its outcome with its effect, and an equal request gets that outcome. A
 * response that also read other data is stored when it is complete; the first stored one wins.
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
      const { requestKey } = exchange.parsed.value;
      if (requestKey === null) return;
      const { outcome } = exchange;
      setParamsHandler(async (payload) => {
        const result = await paramsHandler(payload);
        if (outcome.acted || outcome.fresh) return result;
        // A used X-Request-ID is refused before faults of the input.
        const earlierUse = await useOf(performer, requestKey);
        if (earlierUse instanceof Refusal) outcome.conflict = earlierUse;
        else outcome.earlier = earlierUse;
        return outcome.conflict === null ? result : paramsHandler(payload);
      });
    },

    onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { exchange } }) {
      const { outcome } = exchange;
      const { earlier } = outcome;
      if (earlier !== null) return setResultProcessor((_, fetchAPI) => responseOf(earlier, fetchAPI), '');
      const { requestKey: key, form } = exchange.parsed.orNull ?? {};
      if (!key || resultProcessor === undefined || !isToBeKept(exchange, result)) return;
      setResultProcessor(async (yogaResult, fetchAPI, type) => {
        const response = await resultProcessor(yogaResult, fetchAPI, type);
        const { status, headers } = response;
        const answer = { status, headers: Object.fromEntries(headers), body: await bytesIn(response) };
        outcome.earlier = await performer.saveAnswer(key, answer);
        // Equal concurrent requests share one response: that of the first.
        if (outcome.earlier === null) outcome.fresh = true;
        return responseOf(outcome.earlier ?? answer, fetchAPI);
      }, form ?? '');
    },

    onResponse({ response, serverContext: { exchange } }) {
      if (exchange.isPreflight || isStream(response)) return;
      setAll(response.headers, isReplay(exchange) ? ofReplays : ofResults);
    },
  };
}

const ofResults = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const ofReplays = { ...ofResults, 'idempotent-replay': 'true' };

/** The stored response, the refusal of an id that was used for another request, or null for a new id. */
async function useOf(performer: Performer, key: RequestKey): Promise<StoredAnswer | Refusal | null> {
  try {
    return (await performer.findEarlierUse(key))?.answer ?? null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Whether equal requests get this response: a mutation acted and nothing in it is temporary. */
function isToBeKept(exchange: Exchange, result: object): boolean {
  const { acted, secret } = exchange.outcome;
  const { form, document, size } = exchange.parsed.value;
  if (!acted || secret || form === 'text/event-stream') return false;
  if (!isResult(exchange, result) || (isOneMutation(document) && !size.hasRead)) return false;
  return exchange.outcome.secondsUntilRetry(result as ExecutionResult) === 0;
}

function isReplay({ outcome: { earlier, acted, fresh }, parsed, executed }: Exchange): boolean {
  if (earlier !== null) return true;
  const isRefused = executed.orNull !== null && 'thrown' in executed.orNull;
  return !isRefused && (parsed.orNull?.requestKey ?? null) !== null && acted && !fresh;
}
