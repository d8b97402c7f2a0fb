/**
 * Each mutation stores its outcome in the transaction of its effect. This plugin stores a whole response if a replay could not make it
 * again from one outcome: a response with several mutations, or with data that may have changed.
 */
import type { Performer } from '../../operations/performer.ts';
import type { DoorPlugin } from '../call.ts';
import { isOneMutation } from '../documents/documents.ts';
import {
  bytesIn,
  type GraphQLExchange,
  isOperationResult,
  isStream,
  responseOf,
  setAll,
} from '../exchange.ts';

export function useIdempotency(performer: Performer): DoorPlugin {
  return {
    onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { exchange } }) {
      const { effects } = exchange;
      const { storedResponse } = effects;
      // The stored response has its own Content-Type, so its media type may be empty here.
      if (storedResponse !== null)
        return setResultProcessor((_, fetchAPI) => responseOf(storedResponse, fetchAPI), '');
      const { idempotencyKey, mediaType } = exchange.parsed.orNull ?? {};
      if (!idempotencyKey || resultProcessor === undefined || !mustStore(exchange, result)) return;
      setResultProcessor(async (yogaResult, fetchAPI, type) => {
        const response = await resultProcessor(yogaResult, fetchAPI, type);
        const { status, headers } = response;
        const answer = { status, headers: Object.fromEntries(headers), body: await bytesIn(response) };
        effects.storedResponse = await performer.saveAnswer(idempotencyKey, answer);
        // null: no earlier request had stored a response, so this one is new and now stored.
        if (effects.storedResponse === null) effects.isResponseNew = true;
        return responseOf(effects.storedResponse ?? answer, fetchAPI);
      }, mediaType ?? '');
    },

    onResponse({ response, serverContext: { exchange } }) {
      if (isStream(response)) return;
      setAll(response.headers, isReplay(exchange) ? replayHeaders : resultHeaders);
    },
  };
}

const resultHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const replayHeaders = { ...resultHeaders, 'idempotent-replay': 'true' };

function mustStore(exchange: GraphQLExchange, result: object): boolean {
  const { hasSuccessfulMutation, mustNotStoreResponse } = exchange.effects;
  const { mediaType, document, responseLimit } = exchange.parsed.value;
  if (!hasSuccessfulMutation || mustNotStoreResponse || mediaType === 'text/event-stream') return false;
  // The outcome of the only mutation is stored, and the other data of the response never changes. So a replay can make the response again.
  if (document && isOneMutation(document) && !responseLimit.hasReadChangeableData) return false;
  if (!isOperationResult(exchange, result)) return false;
  // Not stored: a result that a retry could change.
  return exchange.effects.secondsUntilRetry(result) === 0;
}

function isReplay({ effects, parsed, executed }: GraphQLExchange): boolean {
  if (effects.storedResponse !== null) return true;
  // A replay without a stored response: this request has run no mutation, but an earlier one with its X-Request-ID has.
  if (effects.isResponseNew || !effects.hasSuccessfulMutation) return false;
  const isRefused = executed.orNull !== null && 'thrown' in executed.orNull;
  return !isRefused && parsed.orNull !== null && parsed.orNull.idempotencyKey !== null;
}
