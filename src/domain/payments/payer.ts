/** The account that pays. An approval stores the id of the account, because its number may later belong to another account. */

export interface SandboxAccountId {
  readonly kind: 'ACCOUNT' | 'CARD_ACCOUNT';
  readonly id: string;
}

/** OUTSIDE: an account that is not in the sandbox, with unlimited funds. */
export type Payer = SandboxAccountId | { readonly kind: 'OUTSIDE' };
