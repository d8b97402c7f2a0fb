/** What the X-Request-ID of a document was used for before. */
import { Refusal } from '../../domain/refusal.ts';
import type { Performer } from '../../operations/operation.ts';
import type { RequestKey, StoredAnswer } from '../../operations/ports/stores.ts';

/** The answer to give again; or the refusal, when the id was used for another request. */
interface RequestUse {
  readonly answer: StoredAnswer | null;
  readonly conflict: Refusal | null;
}

const unused: RequestUse = { answer: null, conflict: null };

export async function readUse(performer: Performer, key: RequestKey | null): Promise<RequestUse> {
  if (key === null) return unused;
  try {
    const seen = await performer.seen(key);
    return seen === null ? unused : { answer: seen.answer, conflict: null };
  } catch (error) {
    if (error instanceof Refusal) return { answer: null, conflict: error };
    throw error;
  }
}
