import type { Page } from '../ports/page.ts';

/**
 * CONSOLE: the console sent the request. UNPROVEN: the request has no caller, because the guard refused its signature or the roles of its
 * certificate, or because it was refused earlier. OWN: any other request.
 */
export const logKinds = ['OWN', 'CONSOLE', 'UNPROVEN'] as const;
export type LogKind = (typeof logKinds)[number];

/** The limits for one TPP. There may be more entries until the next trim. */
export const entriesKept: Readonly<Record<LogKind, number>> = { OWN: 1_000, CONSOLE: 1_000, UNPROVEN: 200 };

export const entriesKeptMs = 72 * 3_600_000;

/** The columns of an entry by which lists are filtered and sorted. */
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
  /** `observability/request-record.ts` defines the format. */
  readonly record: Buffer;
}

export interface RequestLogFilter {
  readonly code?: string | null | undefined;
  readonly status?: number | null | undefined;
  readonly path?: string | null | undefined;
  /** `since` and `until` are epoch milliseconds, both inclusive. */
  readonly since?: number | null | undefined;
  readonly until?: number | null | undefined;
  readonly xRequestId?: string | null | undefined;
  readonly fromConsole?: boolean | null | undefined;
}

export interface RequestLogStore {
  insert(entries: readonly StoredRequest[]): Promise<void>;
  /** Deletes all entries except the newest `atMost`. */
  trim(tppId: string, kind: LogKind, atMost: number): Promise<void>;
  /** `page.after` and `page.before` are ids. */
  page(tppId: string, filter: RequestLogFilter, page: Page<string>): Promise<readonly StoredRequest[]>;
  count(tppId: string, filter: RequestLogFilter, atMost: number): Promise<number>;
  find(tppId: string, id: string): Promise<StoredRequest | null>;
  /**
   * Creates the partitions of the coming days, and drops the partitions of days before `before`. From the partitions that do not belong to
   * one day, deletes at most `limit` rows older than `before`, and returns the number of these rows.
   */
  deleteOld(now: number, before: number, limit: number): Promise<number>;
}
