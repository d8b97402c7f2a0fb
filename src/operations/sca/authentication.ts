/** How a PSU authenticates: by a number and a code on the page, or on another site. */
import type { PaymentRecord, Stores, TargetedAuthorisation } from '../ports/stores.ts';

/**
 * The current step of the PSU, who now:
 * - IDENTIFY: enters a customer number.
 * - AGREEMENT: chooses an agreement.
 * - DECIDE: approves with a code, or rejects.
 * - LEAVE: leaves for another site, to authenticate and approve there.
 * - CLOSED: waits, because no code is accepted for a time after too many wrong codes.
 * - ENDED: can do nothing, because the authorisation has ended.
 */
export type Step = 'IDENTIFY' | 'AGREEMENT' | 'DECIDE' | 'LEAVE' | 'CLOSED' | 'ENDED';

export interface PsuState {
  readonly isIdentified: boolean;
  /** The PSU has entered too many wrong codes. */
  readonly isClosed: boolean;
  /** The PSU must choose between several agreements. */
  readonly mustChoose: boolean;
}

export interface Authentication {
  findStep(state: PsuState): Step;
  /** True if the PSU approves on the other site first, so that the later choice of an agreement completes the approval. */
  readonly agreementCompletesApproval: boolean;
  /** Whether this PSU has already approved on the other site. */
  hasAlreadyApproved(
    stores: Stores,
    authorisation: TargetedAuthorisation,
    payments: readonly PaymentRecord[],
  ): Promise<boolean>;
  /** Forgets an approval on the other site. It is called when another browser takes over the authorisation. */
  discardApproval(stores: Stores, authorisationId: string): Promise<void>;
}
