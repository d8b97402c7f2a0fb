/**
 * Keeps the answer to a document of one mutation in the transaction of its effect, as REST does: before it writes, the
 * transaction waits until the answer has been made of its outcome. When a field of the answer has to read what the
 * transaction writes, the outcome is kept alone and the answer after it.
 */
import type { Performed } from '../../operations/operation.ts';
import type { StoredAnswer } from '../../operations/ports/stores.ts';

/** What has become of the answer that a transaction waited for. */
export type Settled =
  /** The answer was not kept in the transaction; the door keeps it by itself, if at all. */
  | { readonly as: 'apart' }
  | { readonly as: 'kept' }
  /** Another request had acted under the id; this one has done nothing. */
  | { readonly as: 'replayed'; readonly answer: StoredAnswer }
  /** The answer was made of an outcome that was rolled back: the document must be run again. */
  | { readonly as: 'void' };

export interface AnswerKeeper {
  /** Runs the one write of the document, and answers as soon as its outcome is known. */
  write<O>(
    run: (answerOf: (outcome: O) => Promise<StoredAnswer | null>) => Promise<Performed<O>>,
  ): Promise<Performed<O>>;
  /** Lets the transaction end without the answer, before something is read. */
  release(): Promise<void>;
  /** Ends the wait, and the transaction; null: the answer is not kept in it. */
  settle(answer: StoredAnswer | null): Promise<Settled>;
}

export function createAnswerKeeper(): AnswerKeeper {
  let decide: (answer: StoredAnswer | null) => void = () => undefined;
  const decided = new Promise<StoredAnswer | null>((resolve) => {
    decide = resolve;
  });
  let attempts = 0;
  let written: Promise<Performed<unknown>> | null = null;
  return {
    write: (run) =>
      new Promise((resolve, reject) => {
        const running = run(async (outcome) => {
          attempts += 1;
          // The answer was made of the outcome of a failed attempt and does not serve for another one.
          if (attempts > 1) return null;
          resolve({ kind: 'done', outcome, answer: null, replayed: false });
          return decided;
        });
        written = running;
        running.then(resolve, reject);
      }),

    async release() {
      decide(null);
      if (attempts > 0) await written?.catch(() => undefined);
    },

    async settle(answer) {
      decide(answer);
      if (written === null) return { as: 'apart' };
      try {
        const performed = await written;
        if (performed.kind === 'replayed') return { as: 'replayed', answer: performed.answer };
        if (attempts === 0) return { as: 'apart' };
        if (attempts > 1 || performed.replayed) return { as: 'void' };
        return { as: performed.answer === null ? 'apart' : 'kept' };
      } catch {
        // Without an outcome the answer shows the failure itself.
        return { as: attempts === 0 ? 'apart' : 'void' };
      }
    },
  };
}
