import type { Settings } from '../../operations/operation.ts';
import type { Bank } from '../../operations/ports/bank.ts';
import type { Clock, Ids, UnitOfWork } from '../../operations/ports/stores.ts';
import type { CoreSide } from '../core/iso20022/core-side/load-core-side.ts';
import type { CoreSystemStore } from './store.ts';

export interface CoreSystemParts {
  readonly work: UnitOfWork;
  readonly store: CoreSystemStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  /** The simulated bank. */
  readonly bank: Bank;
  readonly messages: CoreSide;
}

/** The TPP to which all customers, accounts and payments of the core system belong, because the stores need a TPP. */
export const coreOwnerId = 'CORE';

export interface CoreReply {
  readonly status: number;
  readonly body?: unknown;
}
