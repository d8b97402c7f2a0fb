/**
 * Equal streams of a TPP share the work for an event: one read, and one execution of the document. Streams are equal if they
 * have the same caller, document and variables, and so the same sharing key.
 */
import { createHash } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { Parsed } from './exchange.ts';

export class SharedEvents {
  readonly #reads = new Map<string, Promise<unknown>>();
  /** Results by event and sharing key. The garbage collector removes them after all streams have sent the event. */
  readonly #results = new WeakMap<object, Map<string, Promise<ExecutionResult>>>();

  /** Shares a read among the streams that one event wakes. A microtask forgets the read, because later calls need a new one. */
  read<Value>(key: string, readValue: () => Promise<Value>): Promise<Value> {
    const sharedRead = this.#reads.get(key);
    if (sharedRead !== undefined) return sharedRead as Promise<Value>;
    if (this.#reads.size === 0) queueMicrotask(() => this.#reads.clear());
    const newRead = readValue();
    this.#reads.set(key, newRead);
    return newRead;
  }

  /** Executes the document once for the event and the sharing key. Returns the result. */
  executeOnce(
    event: object,
    sharingKey: string,
    execute: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    const results = this.#results.get(event) ?? new Map<string, Promise<ExecutionResult>>();
    this.#results.set(event, results);
    const result = results.get(sharingKey) ?? execute();
    results.set(sharingKey, result);
    return result;
  }
}

export function sharingKeyOf({ caller, document }: Parsed, variables: unknown): string {
  const keyParts = [caller?.tppId, caller?.name, caller?.roles, document?.key, variables];
  return createHash('sha256').update(JSON.stringify(keyParts)).digest('base64');
}
