/** What operations and banks know of a call. `operation.ts` adds the bank for the operations. */
import type { Caller } from '../../domain/caller.ts';
import type { HeaderReader } from '../../domain/headers.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type { Seed } from '../../domain/sandbox/seed.ts';
import type { StageWatch } from '../../domain/stages.ts';
import type { IsoDate } from '../../domain/values/iso-date.ts';
import type { Facts, Ids, Stores } from './stores.ts';

export interface Settings {
  readonly sandbox: boolean;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Whether this service posts notifications of payments. */
  readonly notifications?: boolean;
  /** How many executions of standing orders one move of the clock may make. Absent: the default limit. */
  readonly executionsPerMove?: number | undefined;
  /** Absent: the default seed. */
  readonly seed?: Seed | undefined;
}

export interface Time {
  /** Epoch milliseconds of the sandbox clock. */
  readonly now: number;
  /** Real time, epoch milliseconds. */
  readonly realNow: number;
  /** In Europe/Oslo. */
  readonly today: IsoDate;
}

export interface CallContext {
  readonly caller: Caller;
  readonly psu: PsuRequest;
  readonly stores: Stores;
  readonly ids: Ids;
  readonly settings: Settings;
}

export interface WriteContext extends CallContext, Time {
  readonly trace: StageWatch;
  readonly facts: Facts;
}

/** Before the transaction: each call of a store commits by itself. */
export interface PrepareContext extends WriteContext {
  readonly readHeader: HeaderReader;
  /** Equal keys mean the same write. `field`: the response key of a GraphQL mutation; empty for REST. */
  readonly writeKey: { readonly requestId: string; readonly field: string };
}
