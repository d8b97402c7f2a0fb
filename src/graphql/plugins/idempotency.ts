/**
 * An X-Request-ID acts once. Each mutation commits its outcome with its effect under the idempotency key, and an equal
 * request gets the outcomes of the first. An answer that was rendered from its outcome alone is rendered again; one that
 * read anything besides is kept when it is complete, and the first that was kept stands.
 */
import { Refusal } from '../../domain/refusal.ts';
import type { Performer } from '../../operations/performer.ts';
import type { StoredAnswer } from '../../operations/ports/stores.ts';
import { isOneMutation } from '../documents/documents.ts';
import { type Result, resultAnswer, secondsUntilRetry } from '../door/answer.ts';
import type { DoorPlugin, RequestState } from '../request.ts';

export function useIdempotency(performer: Performer): DoorPlugin {
  return {
    onParams({ context: { state }, paramsHandler, setParamsHandler }) {
      if (state.requestKey === null) return;
      setParamsHandler(async (payload) => {
        let result = await paramsHandler(payload);
        const { acted, fresh } = state.progress;
        // Nothing was tried: what the id was used for comes before the faults of the input.
        if (!acted && !fresh) {
          const used = await useOf(state);
          if (used instanceof Refusal) {
            state.conflict = used;
            result = await paramsHandler(payload);
          } else if (used !== null) return { replayed: used } as Result;
        }
        return result;
      });
    },

    async onExecutionResult({ result, setResult, context }) {
      const { state, answer } = context;
      const { requestKey: key, progress, form } = state;
      if (key === null || result === undefined || Symbol.asyncIterator in result) return;
      // Without the context of resolvers nothing was executed.
      if (answer === undefined) return;
      if (progress.earlier) return setResult({ replayed: progress.earlier } as Result);
      const readAlone = isOneMutation(state.parsed) && !answer.hasRead();
      if (readAlone || form === 'text/event-stream' || !isFinal(result as Result, state)) return;
      const earlier = await performer.saveAnswer(key, resultAnswer(result as Result, form, 0));
      if (earlier !== null) setResult({ replayed: earlier } as Result);
      // Of equal requests whose work was shared, the one whose answer stands is the first.
      else progress.fresh = true;
    },
  };

  /** The answer to give again, the refusal of an id that was used for another request, or null when it is new. */
  async function useOf({ requestKey }: RequestState): Promise<StoredAnswer | Refusal | null> {
    if (requestKey === null) return null;
    try {
      return (await performer.seen(requestKey))?.answer ?? null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}

/** Whether equal requests are to get this answer: a mutation has acted, and nothing in it is for a while only. */
const isFinal = (result: Result, { progress }: RequestState): boolean =>
  progress.acted && !progress.secret && secondsUntilRetry(result, progress) === 0;
