/** How a PSU authenticates: by a number and a code on the page, or on another site. */
import type { PaymentRecord, Stores, TargetedAuthorisation } from '../ports/stores.ts';

/** LEAVE: the PSU authenticates and approves on another site. */
export type Step = 'IDENTIFY' | 'AGREEMENT' | 'DECIDE' | 'LEAVE' | 'CLOSED' | 'ENDED';

export interface PsuState {
  readonly isIdentified: boolean;
  /** The PSU has entered too many wrong codes. */
  readonly isClosed: boolean;
  /** The PSU must choose between several agreements. */
  readonly mustChoose: boolean;
}

export interface Authentication {
  step(state: PsuState): Step;
  /** Whether the choice of an agreement approves, because the PSU has approved before. */
  readonly approvesByChoice: boolean;
  /** Whether the PSU has already approved. */
  hasAlreadyApproved(
    stores: Stores,
    authorisation: TargetedAuthorisation,
    payments: readonly PaymentRecord[],
  ): Promise<boolean>;
  /** Another browser has claimed the authorisation, so earlier approvals do not count. */
  discardApproval(stores: Stores, authorisationId: string): Promise<void>;
}
