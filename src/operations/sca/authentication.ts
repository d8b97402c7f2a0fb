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

interface PsuState {
  readonly isIdentified: boolean;
  readonly isClosed: boolean;
  readonly mustChoose: boolean;
}

export interface Authentication {
  findStep(state: PsuState): Step;
  /** The PSU may approve on the other site first, and choose an agreement after that. */
  readonly agreementCompletesApproval: boolean;
  hasAlreadyApproved(
    stores: Stores,
    authorisation: TargetedAuthorisation,
    payments: readonly PaymentRecord[],
  ): Promise<boolean>;
  /** When another browser takes over the authorisation. */
  discardApproval(stores: Stores, authorisationId: string): Promise<void>;
}
