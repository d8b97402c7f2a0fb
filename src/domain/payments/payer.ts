/** The account that pays, by its id, stored at the approval. A later account with the same number pays nothing. */

export interface SandboxAccountId {
  readonly kind: 'ACCOUNT' | 'CARD_ACCOUNT';
  readonly id: string;
}

/** OUTSIDE: the sandbox does not have the account, and its funds are unlimited. */
export type Payer = SandboxAccountId | { readonly kind: 'OUTSIDE' };
