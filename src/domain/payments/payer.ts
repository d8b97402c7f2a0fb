/**
 * The account that pays. The approval chooses it, so that an account which gets the same number later pays nothing.
 */

export interface OwnAccount {
  readonly kind: 'ACCOUNT' | 'CARD_ACCOUNT';
  readonly id: string;
}

/** OUTSIDE: the sandbox does not have the account, and its funds are unlimited. */
export type Payer = OwnAccount | { readonly kind: 'OUTSIDE' };
