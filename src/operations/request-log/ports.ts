/** Requests of a TPP as a sandbox keeps them for it. */
import type { Page } from '../ports/page.ts';

/**
 * CONSOLE: sent by the console in the name of the TPP. UNPROVEN: refused before the signature proved the TPP.
 */
export const logKinds = ['OWN', 'CONSOLE', 'UNPROVEN'] as const;
export type LogKind = (typeof logKinds)[number];

/** At least so many entries per TPP. */
export const entriesKept: Readonly<Record<LogKind, number>> = { OWN: 1_000, CONSOLE: 1_000, UNPROVEN: 200 };

export const entriesKeptMs = 72 * 3_600_000;

export interface LoggedKeys {
  readonly tppId: string;
  readonly kind: LogKind;
  /** Sorts by time. */
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
  /** true: only those of the console; false: only others. */
  readonly fromConsole?: boolean | null | undefined;
}

export interface RequestLogStore {
  /** Ignores entries that exist. */
  insert(entries: readonly StoredRequest[]): Promise<void>;
  /** Keeps the newest `keep`. */
  trim(tppId: string, kind: LogKind, keep: number): Promise<void>;
  /** Newest first; `after` and `before` are ids. */
  page(tppId: string, filter: RequestLogFilter, page: Page<string>): Promise<readonly StoredRequest[]>;
  count(tppId: string, filter: RequestLogFilter, atMost: number): Promise<number>;
  find(tppId: string, id: string): Promise<StoredRequest | null>;
  /**
   * Makes room for the coming days and drops whole days before `before`, real time. Returns how many of at
   * most `limit` entries outside those days were deleted.
   */
  forget(now: number, before: number, limit: number): Promise<number>;
}
