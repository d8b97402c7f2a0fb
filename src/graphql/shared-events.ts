/** Equal streams (same caller, document and variables) share the read and the execution for an event. */
import { createHash } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { Parsed } from './exchange.ts';

export class SharedEvents {
  readonly #reads = new Map<string, Promise<unknown>>();
  /** By event and sharing key. A shared read gives the same event object to all equal streams. */
  readonly #results = new WeakMap<object, Map<string, Promise<ExecutionResult>>>();

  /** Streams that one change wakes share one read. A microtask then forgets this read, because later calls need newer data. */
  read<Value>(key: string, readValue: () => Promise<Value>): Promise<Value> {
    const sharedRead = this.#reads.get(key);
    if (sharedRead !== undefined) return sharedRead as Promise<Value>;
    if (this.#reads.size === 0) queueMicrotask(() => this.#reads.clear());
    const newRead = readValue();
    this.#reads.set(key, newRead);
    return newRead;
  }

  executeOnce(event: object, key: string, execute: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
    const results = this.#results.get(event) ?? new Map<string, Promise<ExecutionResult>>();
    this.#results.set(event, results);
    const result = results.get(key) ?? execute();
    results.set(key, result);
    return result;
  }
}

export function sharingKeyOf({ caller, document }: Parsed, variables: unknown): string {
  const keyParts = [caller?.tppId, caller?.name, caller?.roles, document?.key, variables];
  return createHash('sha256').update(JSON.stringify(keyParts)).digest('base64');
}
