/** What the doors ask of the wrapper around operations (operation.ts), and what it asks of its surroundings. */
import { type Reason, Refusal, refuse } from '../domain/refusal.ts';
import type { Call, Operation, OperationParts, Settings } from './context.ts';
import type { Bank, Clock, Ids, RequestKey, SeenRequest, SharedWork, StoredAnswer } from './ports/stores.ts';

/** What a door does with an outcome before the transaction commits. */
export type Finish<Outcome> =
  | { readonly as: 'answer'; readonly render: (outcome: Outcome) => StoredAnswer }
  | { readonly as: 'outcome'; readonly field: string };

export type Performed<Outcome> =
  | {
      readonly kind: 'done';
      readonly outcome: Outcome;
      readonly answer: StoredAnswer | null;
      /** The outcome is that of an earlier use of the X-Request-ID; nothing was done now. */
      readonly replayed: boolean;
    }
  | { readonly kind: 'replayed'; readonly answer: StoredAnswer };

export interface AuditEntry {
  readonly operation: string;
  readonly tppId: string;
  readonly result: 'done' | 'replayed' | 'refused' | 'failed';
  readonly code?: string;
  readonly milliseconds: number;
}

export interface PerformerParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly bank: Bank;
  readonly audit: (entry: AuditEntry) => void;
  /** Told when an operation refuses by its own rules; tests hold it against what the operation declares. */
  readonly refused?: (operation: OperationParts, reason: Reason) => void;
}

export interface Performer {
  /** Runs a read outside a transaction. */
  read<I, O>(operation: Operation<I, O>, call: Call, input: I): Promise<O>;
  /**
   * Runs a write in one transaction with its idempotency row. `prepare` reads query and body: its refusal is the
   * answer only when the id is new; an id that was used before gets its kept answer.
   */
  write<I, O>(
    operation: Operation<I, O>,
    call: Call,
    prepare: () => I | Promise<I>,
    finish: Finish<O>,
  ): Promise<Performed<O>>;
  /** What an id was used for: the stored answer, a conflict (thrown), or null when it is new. */
  seen(request: RequestKey): Promise<SeenRequest | null>;
  /** Keeps the answer unless one is kept already: that one stands, and is returned. */
  saveAnswer(request: RequestKey, answer: StoredAnswer): Promise<StoredAnswer | null>;
}

/** Answers are given again for 72 hours. */
export const rememberMs = 72 * 3_600_000;

/** The refusal of an X-Request-ID that was used for another request. */
export function idReused(): Refusal {
  return refuse('CONFLICT', {
    path: 'X-Request-ID',
    text: 'this X-Request-ID was used for another request; every new request needs a new id',
  });
}

/** What the operation has thrown, once it is told that this is a refusal. */
export function told({ refused }: PerformerParts, operation: OperationParts, error: unknown): unknown {
  if (error instanceof Refusal) refused?.(operation, error.reason);
  return error;
}

/** What an earlier use of the id means for this one: its answer or outcome again, or nothing yet for this field. */
export function resume<O>(
  seen: SeenRequest,
  request: RequestKey | null,
  finish: Finish<O>,
): Performed<O> | null {
  if (seen.fingerprint !== request?.fingerprint) throw idReused();
  if (finish.as === 'outcome') {
    if (Object.hasOwn(seen.outcomes, finish.field))
      return { kind: 'done', outcome: seen.outcomes[finish.field] as O, answer: null, replayed: true };
    return seen.answer === null ? null : { kind: 'replayed', answer: seen.answer };
  }
  if (seen.answer === null) throw new Error('an X-Request-ID was committed without its answer');
  return { kind: 'replayed', answer: seen.answer };
}
