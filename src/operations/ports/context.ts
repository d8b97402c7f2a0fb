/** What runs an operation: who calls, on which stores, at which time. The bank gets the same. */
import type { Caller } from '../../domain/caller.ts';
import type { HeaderReader } from '../../domain/headers.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type { StageWatch } from '../../domain/stages.ts';
import type { IsoDate } from '../../domain/values/calendar.ts';
import type { Facts, Ids, Stores } from './stores.ts';

export interface Settings {
  readonly sandbox: boolean;
  /** Base of absolute links, without a trailing slash. */
  readonly publicUrl: string;
  readonly products: readonly Product[];
  /** How many executions of standing orders a move of a sandbox clock makes; absent: 5,000. Tests set it lower. */
  readonly executionsPerMove?: number | undefined;
}

export interface Time {
  /** Epoch milliseconds: real time plus the offset of its sandbox clock. */
  readonly now: number;
  /** Real time, epoch milliseconds: for the sandbox clock alone. */
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

/** What a write and its bank have, in the transaction. */
export interface WriteContext extends CallContext, Time {
  readonly trace: StageWatch;
  readonly facts: Facts;
}

/** What they have before it: stores that read, and what names the request. */
export interface PrepareContext extends WriteContext {
  readonly readHeader: HeaderReader;
  /** The X-Request-ID, and the path in a GraphQL document: the same again is the same request. */
  readonly requestKey: { readonly requestId: string; readonly field: string };
}
