/** Requests of a TPP as a sandbox keeps them for it. */
import type { Page } from '../ports/page.ts';

/** OWN: sent by the TPP. CONSOLE: by the console in its name. UNPROVEN: refused before the signature proved the TPP. */
export const logKinds = ['OWN', 'CONSOLE', 'UNPROVEN'] as const;
export type LogKind = (typeof logKinds)[number];

/** At least so many entries of each kind are kept for a TPP. */
export const entriesKept: Readonly<Record<LogKind, number>> = { OWN: 1_000, CONSOLE: 1_000, UNPROVEN: 200 };

export const entriesKeptMs = 72 * 3_600_000;

export interface LoggedKeys {
  readonly tppId: string;
  readonly kind: LogKind;
  /** Sorts by the time at which the request came. */
  readonly id: string;
  /** Real time, epoch milliseconds. */
  readonly at: number;
  readonly status: number;
  readonly code: string | null;
  readonly path: string;
  readonly xRequestId: string | null;
}

export interface StoredRequest extends LoggedKeys {
  /** As observability/request-record.ts writes it. */
  readonly record: Buffer;
}

export interface RequestLogFilter {
  readonly code?: string | null | undefined;
  readonly status?: number | null | undefined;
  readonly path?: string | null | undefined;
  /** Epoch milliseconds, inclusive. */
  readonly since?: number | null | undefined;
  readonly until?: number | null | undefined;
  readonly xRequestId?: string | null | undefined;
  /** Those of the console alone, or all others. */
  readonly fromConsole?: boolean | null | undefined;
}

export interface RequestLogStore {
  /** Keeps the entries; one that is there already is left alone. */
  insert(entries: readonly StoredRequest[]): Promise<void>;
  /** Deletes the TPP's entries of a kind except the newest `keep`. */
  trim(tppId: string, kind: LogKind, keep: number): Promise<void>;
  /** Newest first; `after` and `before` are ids. */
  page(tppId: string, filter: RequestLogFilter, page: Page<string>): Promise<readonly StoredRequest[]>;
  count(tppId: string, filter: RequestLogFilter, atMost: number): Promise<number>;
  find(tppId: string, id: string): Promise<StoredRequest | null>;
  /**
   * Makes room for the days to come, and forgets whole days that lie before; of entries that came where no room was made, at
   * most `limit`, and answers how many these were. Real time.
   */
  forget(now: number, before: number, limit: number): Promise<number>;
}
