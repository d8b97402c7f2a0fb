/**
 * Limits the size of a response. Every list counts its fields before its items are resolved, and the result is measured at the
 * end. A response with too many fields or bytes is refused as a whole. Of too many errors, only the first are sent.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { toRequestError } from '../errors.ts';

export const responseLimits = {
  /** Fields of all list items. */
  fields: 100_000,
  bytes: 5_000_000,
  /** Errors of fields. If there are more, the last error says how many. */
  errors: 100,
} as const;

export class ResponseLimit {
  /** Whether every list is resolved as a whole: a compiled query cannot resolve a list in parts. */
  needsWholeLists = false;
  fields = 0;
  /** null while the response is within its limits. */
  refusal: Refusal | null = null;
  /** Whether data was read that can change, so that a replay could return other data. */
  hasReadVariableData = false;
  readonly #limitsFields: boolean;
  #isClosed = false;
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

  /** Runs a read. Throws if the response is refused or closed. `hasConstantData`: the data never changes. */
  async read<Value>(startRead: () => Promise<Value>, hasConstantData = false): Promise<Value> {
    if (this.#isClosed) throw new Error('the response is finished');
    if (this.refusal) throw this.refusal;
    if (!hasConstantData) this.hasReadVariableData = true;
    const runningRead = startRead();
    this.#runningReads.add(runningRead);
    try {
      return await runningRead;
    } finally {
      this.#runningReads.delete(runningRead);
    }
  }

  /**
   * Allows no new read, and waits for the running reads, because after an error of a field graphql-js can return the result while
   * it still resolves other fields.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#runningReads.size > 0) await Promise.allSettled(this.#runningReads);
  }

  /** Allows reads again, and counts fields from zero, for the next event of a stream or a second execution. */
  reset(): void {
    this.fields = 0;
    this.refusal = null;
    this.#isClosed = false;
  }
}

const tooLarge = (reason: string): Refusal =>
  refuse('BAD_REQUEST', { text: `${reason}; ask for fewer items or fields, or send several requests` });

/** A result with its JSON. yoga sends this JSON, and does not write the result again. */
interface WrittenResult extends ExecutionResult {
  readonly stringify: () => string;
}

/** A result with more fields is measured before it is written, because its JSON may be longer than a string can be. */
const smallResultFields = 1_000;

/** The result, or its refusal if it exceeds the limits. `hasSuccessfulMutation`: a mutation has succeeded. */
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

/** The first errors, and an error that says how many there are. */
function shortenErrors(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  if (errors.length <= responseLimits.errors) return errors;
  const shownErrors = errors.slice(0, responseLimits.errors - 1);
  const text = `${errors.length} errors in all, of which ${shownErrors.length} are shown`;
  const firstHiddenError = errors[shownErrors.length];
  const code = firstHiddenError?.extensions.code ?? 'BAD_REQUEST';
  return [...shownErrors, new GraphQLError(text, { extensions: { code } })];
}

/** The characters of all texts in the value, without names of fields. The count stops when it exceeds `atMost`. */
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
