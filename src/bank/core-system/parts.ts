/** What the core system for laptops and tests is made of, and what its calls answer. */

import type { Settings } from '../../operations/operation.ts';
import type { Bank } from '../../operations/ports/bank.ts';
import type { Clock, Ids, UnitOfWork } from '../../operations/ports/stores.ts';
import type { CoreSide } from '../core/iso20022/core-side/load-core-side.ts';
import type { CoreSystemStore } from './store.ts';

export interface CoreSystemParts {
  /** Of the owner's rows. */
  readonly work: UnitOfWork;
  readonly store: CoreSystemStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  /** The simulated bank, which carries out what is ordered. */
  readonly bank: Bank;
  readonly messages: CoreSide;
}

/** Whose the customers and accounts of this core are: a bank's belong to no TPP, so there is one owner. */
export const owner = 'CORE';

/** `body`: JSON; undefined: none. */
export interface CoreAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/** The time of this core; its clock may be moved like that of a sandbox. */
export async function timeOf({ clock, work }: Pick<CoreSystemParts, 'clock' | 'work'>): Promise<number> {
  return clock() + (await work.read.tpps.clockOffset(owner));
}
