import type { PaymentRecord, Stores, TargetedAuthorisation } from '../ports/stores.ts';

export type Step =
  | 'IDENTIFY'
  | 'AGREEMENT'
  /** The PSU approves with a code, or rejects. */
  | 'DECIDE'
  /** The PSU authenticates and approves on another site. */
  | 'LEAVE'
  /** No code is accepted for a time, after too many wrong codes. */
  | 'CLOSED'
  | 'ENDED';

interface PsuState {
  readonly isIdentified: boolean;
  readonly isClosed: boolean;
  readonly mustChooseAgreement: boolean;
}

/** Where the PSU authenticates: on the pages of this service, or on another site. */
export interface Authentication {
  findStep(state: PsuState): Step;
  /** true: the PSU may approve on the other site first. Choosing an agreement then completes the approval. */
  readonly agreementCompletesApproval: boolean;
  hasAlreadyApproved(
    stores: Stores,
    authorisation: TargetedAuthorisation,
    payments: readonly PaymentRecord[],
  ): Promise<boolean>;
  /** Called when another browser takes over the authorisation. */
  discardApproval(stores: Stores, authorisationId: string): Promise<void>;
}

export const authenticationOnOwnPages: Authentication = {
  findStep({ isIdentified, isClosed, mustChooseAgreement }) {
    if (isClosed) return 'CLOSED';
    if (!isIdentified) return 'IDENTIFY';
    return mustChooseAgreement ? 'AGREEMENT' : 'DECIDE';
  },
  agreementCompletesApproval: false,
  hasAlreadyApproved: async () => false,
  discardApproval: async () => undefined,
};
