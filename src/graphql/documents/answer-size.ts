/**
 * Limits a response while it is made. Every list counts its items before they are resolved, and the finished result is
 * measured. A response beyond a limit is refused as a whole.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { toRequestError } from '../errors.ts';

export const answerLimits = {
  /** Fields of all list items. */
  fields: 100_000,
  bytes: 5_000_000,
  /** Errors of fields; the last error counts the rest. */
  errors: 100,
} as const;

export class AnswerSize {
  /** True for compiled queries, which need whole lists. */
  inOneGo = false;
  fields = 0;
  /** The refusal; null: the response is within its limits. */
  refusal: Refusal | null = null;
  /** Whether changing data was read. */
  hasRead = false;
  readonly #bounded: boolean;
  #ended = false;
  readonly #underWay = new Set<Promise<unknown>>();

  /** `bounded` is false for a mutation: it cannot be refused after it acted. */
  constructor(isBounded: boolean) {
    this.#bounded = isBounded;
  }

  /** Counts fields; returns false when there are too many. */
  takeFields(count: number): boolean {
    this.fields += count;
    if (this.#bounded && this.fields > answerLimits.fields)
      this.refusal ??= tooLarge(`the answer would hold more than ${answerLimits.fields} fields`);
    return this.refusal === null;
  }

  /** Reads from the database, unless the response is refused. `fixed`: data that never changes. */
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
   * Resolves when no read is running, and allows no new one. After an error the response can be sent before all fields are
   * resolved, and nothing may continue for it.
   */
  async rest(): Promise<void> {
    this.#ended = true;
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  /** Resets the counts, for the next event of a stream or a second execution. */
  reset(): void {
    this.fields = 0;
    this.refusal = null;
    this.#ended = false;
  }
}

const tooLarge = (what: string): Refusal =>
  refuse('BAD_REQUEST', { text: `${what}; ask for fewer items or fields, or send several requests` });

/** A result within its bounds. */
interface BoundedResult extends ExecutionResult {
  /** Returns the JSON, which may have been written to measure it. yoga calls it too. */
  readonly stringify?: () => string;
}

/** Responses with more fields are measured before they are written, because writing takes long. */
const writtenAtOnce = 1_000;

/** The result, or its refusal if it exceeds the bounds. `acted`: a mutation was executed. */
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

/** Bytes of a value as JSON without escapes, counted up to the bound. */
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
