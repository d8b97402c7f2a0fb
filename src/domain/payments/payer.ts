/** Chosen at the approval: an account that gets the same number later pays nothing. */

export interface OwnAccount {
  readonly kind: 'ACCOUNT' | 'CARD_ACCOUNT';
  readonly id: string;
}

/** OUTSIDE: an account that the sandbox does not have; its funds are unlimited. */
export type Payer = OwnAccount | { readonly kind: 'OUTSIDE' };
