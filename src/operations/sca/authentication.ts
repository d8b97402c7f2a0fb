/** How PSUs authenticate: by a number and a code on the page, or in a way that leads away from it. */
import type { PaymentRecord, Stores, TargetedAuthorisation } from '../ports/stores.ts';

/** LEAVE: the PSU authenticates and approves at another place, instead of IDENTIFY and DECIDE here. */
export type Step = 'IDENTIFY' | 'AGREEMENT' | 'DECIDE' | 'LEAVE' | 'CLOSED' | 'ENDED';

/** What is known of a PSU whose authorisation has not ended. */
export interface PsuState {
  readonly isIdentified: boolean;
  /** Too many wrong codes keep it closed. */
  readonly isClosed: boolean;
  /** Several agreements could be used, and none is chosen. */
  readonly mustChoose: boolean;
}

export interface Authentication {
  step(state: PsuState): Step;
  /** Whether a choice of agreement may approve, because the PSU can have approved before it. */
  readonly approvesByChoice: boolean;
  /** Whether the PSU has approved already what is to be approved. */
  isGranted(
    stores: Stores,
    authorisation: TargetedAuthorisation,
    payments: readonly PaymentRecord[],
  ): Promise<boolean>;
  /** Another browser takes the authorisation over: what the one before was granted is void. */
  forget(stores: Stores, authorisationId: string): Promise<void>;
}
