import { type ExecutionResult, GraphQLError } from 'graphql';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { toRequestError } from '../errors.ts';

export const responseLimits = {
  fields: 100_000,
  bytes: 5_000_000,
  errors: 100,
} as const;

/** Counts the fields of one response, and follows the reads for it. */
export class ResponseLimit {
  /** true for a compiled query, which cannot resolve a list in parts. */
  needsWholeLists = false;
  fields = 0;
  refusal: Refusal | null = null;
  /** The response contains data that can change. A replay that reads this data again could differ. */
  hasReadChangeableData = false;
  readonly #limitsFields: boolean;
  #haveReadsEnded = false;
  readonly #runningReads = new Set<Promise<unknown>>();

  /** `limitsFields` is false for a mutation, which cannot be refused after it has acted. */
  constructor({ limitsFields }: { readonly limitsFields: boolean }) {
    this.#limitsFields = limitsFields;
  }

  /** Returns false if the response has too many fields. */
  countFields(count: number): boolean {
    this.fields += count;
    if (this.#limitsFields && this.fields > responseLimits.fields)
      this.refusal ??= tooLarge(`the response would have more than ${responseLimits.fields} fields`);
    return this.refusal === null;
  }

  async read<Value>(startRead: () => Promise<Value>, hasConstantData = false): Promise<Value> {
    if (this.#haveReadsEnded) throw new Error('the response is finished');
    if (this.refusal) throw this.refusal;
    if (!hasConstantData) this.hasReadChangeableData = true;
    const runningRead = startRead();
    this.#runningReads.add(runningRead);
    try {
      return await runningRead;
    } finally {
      this.#runningReads.delete(runningRead);
    }
  }

  /**
   * Refuses new reads until `reset`. Waits for running reads, because graphql-js can return a result with an error while it still resolves
   * other fields.
   */
  async finishReads(): Promise<void> {
    this.#haveReadsEnded = true;
    while (this.#runningReads.size > 0) await Promise.allSettled(this.#runningReads);
  }

  /** For the reads of the next items of a stream, for the response with each item, and for graphql-js after a failed compiled query. */
  reset(): void {
    this.fields = 0;
    this.refusal = null;
    this.#haveReadsEnded = false;
  }
}

const tooLarge = (reason: string): Refusal =>
  refuse('BAD_REQUEST', { text: `${reason}; ask for fewer items or fields, or send several requests` });

/** yoga sends the text that `stringify` returns, and does not write the result again. */
interface WrittenResult extends ExecutionResult {
  readonly stringify: () => string;
}

/** Results of more fields are measured before they are written, because their JSON may be longer than a string can be. */
const smallResultFields = 1_000;

export function limitResult(
  result: ExecutionResult,
  responseLimit: ResponseLimit,
  hasSuccessfulMutation = false,
): WrittenResult {
  if (responseLimit.refusal) return toRefusedResult(responseLimit.refusal);
  const { errors } = result;
  const { bytes } = responseLimits;
  const isHuge = responseLimit.fields > smallResultFields && charactersOf(result.data, bytes) > bytes;
  const writtenResult = isHuge ? null : write(errors ? { ...result, errors: shortenErrors(errors) } : result);
  if (writtenResult !== null && Buffer.byteLength(writtenResult.stringify()) <= bytes) return writtenResult;
  const reason = `the response is larger than ${bytes} bytes`;
  const textAfterMutation = `the mutation was executed, but ${reason}; read its result with queries`;
  return toRefusedResult(
    hasSuccessfulMutation ? refuse('BAD_REQUEST', { text: textAfterMutation }) : tooLarge(reason),
  );
}

function write(result: ExecutionResult): WrittenResult {
  const text = JSON.stringify(result);
  return { ...result, stringify: () => text };
}

const toRefusedResult = (refusal: Refusal): WrittenResult => write({ errors: [toRequestError(refusal)] });

function shortenErrors(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  if (errors.length <= responseLimits.errors) return errors;
  const shownErrors = errors.slice(0, responseLimits.errors - 1);
  const text = `${errors.length} errors in all, of which ${shownErrors.length} are shown`;
  const firstHiddenError = errors[shownErrors.length];
  const code = firstHiddenError?.extensions.code ?? 'BAD_REQUEST';
  return [...shownErrors, new GraphQLError(text, { extensions: { code } })];
}

/** Stops when the count exceeds `atMost`. */
function charactersOf(value: unknown, atMost: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const item of Object.values(value)) {
    count += charactersOf(item, atMost - count);
    if (count > atMost) break;
  }
  return count;
}
