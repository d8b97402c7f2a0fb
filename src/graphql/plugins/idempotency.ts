/**
 * An X-Request-ID acts once. Each mutation commits its outcome with its effect under the idempotency key, and an equal
 * request gets the outcomes of the first. An answer that was rendered from its outcome alone is rendered again; one that
 * read anything besides is kept when it is complete, and the first that was kept stands.
 */
import type { ExecutionResult } from 'graphql';
import { Refusal } from '../../domain/refusal.ts';
import type { Performer } from '../../operations/performer.ts';
import type { RequestKey, StoredAnswer } from '../../operations/ports/stores.ts';
import { isOneMutation } from '../documents/documents.ts';
import type { DoorPlugin, RequestState } from '../request.ts';
import { bytesIn, responseOf } from '../responses.ts';
import { secondsUntilRetry } from './answers.ts';

export function useIdempotency(performer: Performer): DoorPlugin {
  return {
    onParams({ context: { state }, paramsHandler, setParamsHandler }) {
      const { requestKey } = state;
      if (requestKey === null) return;
      setParamsHandler(async (payload) => {
        const result = await paramsHandler(payload);
        if (state.acted || state.fresh) return result;
        // Nothing was tried: what the id was used for comes before the faults of the input.
        const used = await useOf(requestKey);
        if (used instanceof Refusal) state.conflict = used;
        else state.earlier = used;
        return state.conflict === null ? result : paramsHandler(payload);
      });
    },

    onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { state } }) {
      const { requestKey: key, form } = state;
      if (key === null || resultProcessor === undefined || !isToBeKept(state, result)) return;
      setResultProcessor(async (made, fetchAPI, type) => {
        const response = await resultProcessor(made, fetchAPI, type);
        const { status, headers } = response;
        const answer = { status, headers: Object.fromEntries(headers), body: await bytesIn(response) };
        state.earlier = await performer.saveAnswer(key, answer);
        // Of equal requests whose work was shared, the one whose answer stands is the first.
        if (state.earlier === null) state.fresh = true;
        return responseOf(state.earlier ?? answer, fetchAPI);
      }, form ?? '');
    },
  };

  /** The answer to give again, the refusal of an id that was used for another request, or null when it is new. */
  async function useOf(key: RequestKey): Promise<StoredAnswer | Refusal | null> {
    try {
      return (await performer.seen(key))?.answer ?? null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}

/** Whether equal requests are to get this answer: a mutation has acted, and nothing in it is for a while only. */
function isToBeKept(state: RequestState, result: object): boolean {
  const { acted, secret, earlier, form, parsed, size } = state;
  if (!acted || secret || earlier !== null || form === 'text/event-stream') return false;
  if (result !== state.result || (isOneMutation(parsed) && !size.hasRead)) return false;
  return secondsUntilRetry(result as ExecutionResult, state) === 0;
}
