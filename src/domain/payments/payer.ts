/** The account that pays. The approval stores its id, because another account may get its number later. */

export interface SandboxAccountId {
  readonly kind: 'ACCOUNT' | 'CARD_ACCOUNT';
  readonly id: string;
}

/** OUTSIDE: an account that is not in the sandbox, with unlimited funds. */
export type Payer = SandboxAccountId | { readonly kind: 'OUTSIDE' };
