/** What runs an operation: who calls, on which stores, at which time. The bank gets the same. */
import type { Caller } from '../../domain/caller.ts';
import type { HeaderReader } from '../../domain/headers.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type { Seed } from '../../domain/sandbox/seed.ts';
import type { StageWatch } from '../../domain/stages.ts';
import type { IsoDate } from '../../domain/values/calendar.ts';
import type { Facts, Ids, Stores } from './stores.ts';

export interface Settings {
  readonly sandbox: boolean;
  /** Base of absolute links, without a trailing slash. */
  readonly publicUrl: string;
  readonly products: readonly Product[];
  /** Whether TPPs are notified of their payments; absent: no. */
  readonly notifications?: boolean;
  /** Executions of standing orders per move of the clock; 5,000 if absent. Tests set it lower. */
  readonly executionsPerMove?: number | undefined;
  /** The data of a new or initialised sandbox. Default: the default set. */
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

/** In the transaction. */
export interface WriteContext extends CallContext, Time {
  readonly trace: StageWatch;
  readonly facts: Facts;
}

/** Before the transaction: the stores only read. */
export interface PrepareContext extends WriteContext {
  readonly readHeader: HeaderReader;
  /** X-Request-ID and path in a GraphQL document; equal keys mean the same request. */
  readonly requestKey: { readonly requestId: string; readonly field: string };
}
