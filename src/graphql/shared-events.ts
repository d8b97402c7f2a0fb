/**
 * Equal streams of a TPP share each event: it is read once and the document is executed once. Streams are equal if caller,
 * document and variables are.
 */
import { createHash } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { Caller } from '../domain/caller.ts';

export class SharedEvents {
  readonly #reads = new Map<string, Promise<unknown>>();
  /** By the event, which lives as long as a stream has yet to send it. */
  readonly #results = new WeakMap<object, Map<string, Promise<ExecutionResult>>>();

  /** The answer to a question that several ask in one go: whoever asks later may know of news that came later. */
  read<Found>(key: string, ask: () => Promise<Found>): Promise<Found> {
    const earlier = this.#reads.get(key);
    if (earlier !== undefined) return earlier as Promise<Found>;
    if (this.#reads.size === 0) queueMicrotask(() => this.#reads.clear());
    const answer = ask();
    this.#reads.set(key, answer);
    return answer;
  }

  /** The result of the document for the event. */
  result(event: object, likeness: string, execute: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
    const results = this.#results.get(event) ?? new Map<string, Promise<ExecutionResult>>();
    this.#results.set(event, results);
    const result = results.get(likeness) ?? execute();
    results.set(likeness, result);
    return result;
  }
}

interface Subscriber {
  readonly caller: Caller | null;
  readonly documentKey: string;
}

export function likenessOf({ caller, documentKey }: Subscriber, variables: unknown): string {
  const keyParts = [caller?.tppId, caller?.name, caller?.roles, documentKey, variables];
  return createHash('sha256').update(JSON.stringify(keyParts)).digest('base64');
}
