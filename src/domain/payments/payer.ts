/** The approval stores the id, so that another account that gets the same number later does not pay. */

export interface SandboxAccountId {
  readonly kind: 'ACCOUNT' | 'CARD_ACCOUNT';
  readonly id: string;
}

/** OUTSIDE: an account that is not in the sandbox, with unlimited funds. */
export type Payer = SandboxAccountId | { readonly kind: 'OUTSIDE' };
