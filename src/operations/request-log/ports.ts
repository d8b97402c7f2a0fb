/** The log of requests that a sandbox stores for its TPP. */
import type { Page } from '../ports/page.ts';

/** CONSOLE: the console sent the request for the TPP. UNPROVEN: the request was refused before its signature proved the TPP. */
export const logKinds = ['OWN', 'CONSOLE', 'UNPROVEN'] as const;
export type LogKind = (typeof logKinds)[number];

/** How many entries of a TPP and kind remain after a trim, which deletes the oldest. Until the next trim there may be more. */
export const entriesKept: Readonly<Record<LogKind, number>> = { OWN: 1_000, CONSOLE: 1_000, UNPROVEN: 200 };

/** Entries older than this are deleted, even if there are only a few. */
export const entriesKeptMs = 72 * 3_600_000;

export interface LoggedKeys {
  readonly tppId: string;
  readonly kind: LogKind;
  /** Ids sort by time. */
  readonly id: string;
  /** Real time, epoch milliseconds. */
  readonly at: number;
  readonly status: number;
  readonly code: string | null;
  readonly path: string;
  readonly xRequestId: string | null;
}

export interface StoredRequest extends LoggedKeys {
  /** The bytes that observability/request-record.ts writes. */
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
  /** true: only requests of the console; false: only other requests. */
  readonly fromConsole?: boolean | null | undefined;
}

export interface RequestLogStore {
  /** Skips entries that are already stored. */
  insert(entries: readonly StoredRequest[]): Promise<void>;
  /** Deletes all entries except the newest `atMost`. */
  trim(tppId: string, kind: LogKind, atMost: number): Promise<void>;
  /** Newest first; `after` and `before` are ids. */
  page(tppId: string, filter: RequestLogFilter, page: Page<string>): Promise<readonly StoredRequest[]>;
  count(tppId: string, filter: RequestLogFilter, atMost: number): Promise<number>;
  find(tppId: string, id: string): Promise<StoredRequest | null>;
  /**
   * Creates the partitions of the coming days. Drops the partitions of the days before the day of `before`, which is a real time.
   * Two partitions have entries of several days. From these two, deletes at most `limit` entries older than `before`, and returns
   * how many. If this number is below `limit`, no further call is needed now.
   */
  deleteOld(now: number, before: number, limit: number): Promise<number>;
}
