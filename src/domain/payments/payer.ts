/** What a payment is charged to, chosen when the PSU approves it: an account that has its number later pays nothing. */

/** An account or a card account of the sandbox, by its id. */
export interface OwnAccount {
  readonly kind: 'ACCOUNT' | 'CARD_ACCOUNT';
  readonly id: string;
}

/** OUTSIDE: an account that the sandbox did not know; its funds are endless. */
export type Payer = OwnAccount | { readonly kind: 'OUTSIDE' };
