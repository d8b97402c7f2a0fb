/**
 * Bounds what an answer may hold, counted while it is made. The bounds of a document (limits.ts) know what is asked for; here
 * every list counts its items before they are resolved, and the finished answer is measured. An answer beyond a bound is refused
 * as a whole.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { toRequestError } from '../errors.ts';

export const answerLimits = {
  /** Fields of all items of all lists. */
  fields: 100_000,
  bytes: 5_000_000,
  /** Errors of single fields; the last says how many there are in all. */
  errors: 100,
} as const;

/** The counts of one answer. */
export class AnswerSize {
  /** True where lists must be returned whole, as compiled queries need them. */
  inOneGo = false;
  /** Fields of lists so far. */
  fields = 0;
  /** Why the answer is refused, once it is. */
  refusal: Refusal | null = null;
  /** Whether anything was read of the database that may change. */
  hasRead = false;
  readonly #bounded: boolean;
  #ended = false;
  readonly #underWay = new Set<Promise<unknown>>();

  /** `bounded` false: a mutation cannot be refused after it has acted, so only its document is bounded. */
  constructor(isBounded: boolean) {
    this.#bounded = isBounded;
  }

  /** Counts fields; false when they are too many and nothing more needs to be made. */
  takeFields(count: number): boolean {
    this.fields += count;
    if (this.#bounded && this.fields > answerLimits.fields)
      this.refusal ??= tooLarge(`the answer would hold more than ${answerLimits.fields} fields`);
    return this.refusal === null;
  }

  /** Reads from the database, unless the answer is refused by now; `fixed`: what never changes. */
  async read<Found>(question: () => Promise<Found>, fixed = false): Promise<Found> {
    if (this.#ended) throw new Error('the answer is done');
    if (this.refusal) throw this.refusal;
    if (!fixed) this.hasRead = true;
    const answer = question();
    this.#underWay.add(answer);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(answer);
    }
  }

  /**
   * Resolves when no read is under way, and allows no more: when one field has failed the answer may be sent before
   * other fields are resolved, and nothing may go on working for it.
   */
  async rest(): Promise<void> {
    this.#ended = true;
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  /** Starts counting anew: for the next event of a stream, or when the same answer is made in another way. */
  reset(): void {
    this.fields = 0;
    this.refusal = null;
    this.#ended = false;
  }
}

const tooLarge = (what: string): Refusal =>
  refuse('BAD_REQUEST', { text: `${what}; ask for fewer items or fields, or send several requests` });

/** A result that may be sent. */
interface BoundedResult extends ExecutionResult {
  /** Gives the same as JSON, where it was written to be measured; yoga asks it too. */
  readonly stringify?: () => string;
}

/** An answer with more fields is measured before it is written, since the writing itself would take long. */
const writtenAtOnce = 1_000;

/** The result within its bounds, or its refusal. `acted` says that a mutation was carried out. */
export function boundedResult(result: ExecutionResult, size: AnswerSize, acted: boolean): BoundedResult {
  if (size.refusal) return toResult(size.refusal);
  const few = size.fields <= writtenAtOnce && !result.errors && !result.extensions;
  const text = few ? JSON.stringify({ data: result.data }) : null;
  const { bytes } = answerLimits;
  if ((text === null ? sizeOf(result, bytes) : Buffer.byteLength(text)) > bytes) {
    const what = `the answer is larger than ${bytes} bytes`;
    const outcomeText = `what was asked for has been done, but ${what}; read what came of it by queries`;
    return toResult(tooLarge(acted ? outcomeText : what));
  }
  if (text !== null) return { data: result.data, stringify: () => text } as BoundedResult;
  return result.errors ? { ...result, errors: firstOf(result.errors) } : result;
}

const toResult = (refusal: Refusal): ExecutionResult => ({ errors: [toRequestError(refusal)] });

function firstOf(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  if (errors.length <= answerLimits.errors) return errors;
  const first = errors.slice(0, answerLimits.errors - 1);
  const text = `${errors.length} errors in all, of which ${first.length} are shown`;
  const code = errors[first.length]?.extensions.code ?? 'BAD_REQUEST';
  return [...first, new GraphQLError(text, { extensions: { code } })];
}

/** The bytes of a value as JSON, escapes aside, which are rare; counted no further than the bound. */
function sizeOf(value: unknown, atMost: number): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  const isList = Array.isArray(value);
  let size = 2;
  for (const [key, one] of Object.entries(value)) {
    size += (isList ? 1 : key.length + 4) + sizeOf(one, atMost - size);
    if (size > atMost) break;
  }
  return size;
}
