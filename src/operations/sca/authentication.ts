/** By a number and a code on the page, or at another place. */
import type { PaymentRecord, Stores, TargetedAuthorisation } from '../ports/stores.ts';

/** LEAVE: the PSU authenticates and approves at another place. */
export type Step = 'IDENTIFY' | 'AGREEMENT' | 'DECIDE' | 'LEAVE' | 'CLOSED' | 'ENDED';

export interface PsuState {
  readonly isIdentified: boolean;
  /** Too many wrong codes. */
  readonly isClosed: boolean;
  /** The PSU must choose between several agreements. */
  readonly mustChoose: boolean;
}

export interface Authentication {
  step(state: PsuState): Step;
  /** The choice of an agreement may approve, because the PSU approved before. */
  readonly approvesByChoice: boolean;
  /** Whether the PSU has already approved. */
  isGranted(
    stores: Stores,
    authorisation: TargetedAuthorisation,
    payments: readonly PaymentRecord[],
  ): Promise<boolean>;
  /** Another browser takes over: earlier grants are void. */
  forget(stores: Stores, authorisationId: string): Promise<void>;
}
