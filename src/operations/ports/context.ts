/** The contexts that an operation and the bank get: the caller, the stores and the time. */
import type { Caller } from '../../domain/caller.ts';
import type { HeaderReader } from '../../domain/headers.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type { Seed } from '../../domain/sandbox/seed.ts';
import type { StageWatch } from '../../domain/stages.ts';
import type { IsoDate } from '../../domain/values/calendar.ts';
import type { Facts, Ids, Stores } from './stores.ts';

export interface Settings {
  readonly sandbox: boolean;
  /** Base of absolute links, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether this bank notifies TPPs; absent: no. */
  readonly notifications?: boolean;
  /**
   * How many executions of standing orders one move of the clock may make; default 5,000. Tests set a lower number.
   */
  readonly executionsPerMove?: number | undefined;
  /** The data of a new or initialised sandbox. Absent: the default set. */
  readonly seed?: Seed | undefined;
}

export interface Time {
  /** Epoch milliseconds: real time plus the offset of the sandbox clock. */
  readonly now: number;
  /** Real time, epoch milliseconds. */
  readonly realNow: number;
  /** The TPP's day in Europe/Oslo. */
  readonly today: IsoDate;
}

export interface CallContext {
  readonly caller: Caller;
  readonly psu: PsuRequest;
  readonly stores: Stores;
  readonly ids: Ids;
  readonly settings: Settings;
}

/** The context of an operation inside its transaction. */
export interface WriteContext extends CallContext, Time {
  readonly trace: StageWatch;
  readonly facts: Facts;
}

/** The context of an operation before its transaction. Each call of a store commits by itself. */
export interface PrepareContext extends WriteContext {
  readonly readHeader: HeaderReader;
  /** The X-Request-ID, and for GraphQL the response key of the mutation. Equal keys mean the same write. */
  readonly writeKey: { readonly requestId: string; readonly field: string };
}
