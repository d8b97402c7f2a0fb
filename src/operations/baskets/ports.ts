import type { StoredPsu } from '../authorisations/ports.ts';
import type { ListedPayment, PaymentRecord } from '../payments/ports.ts';
import type { Page } from '../ports/page.ts';

export interface BasketIdInput {
  readonly basketId: string;
}

export interface BasketRecord extends StoredPsu {
  readonly basketId: string;
  readonly tppId: string;
  readonly redirectUri: string;
  readonly state: 'OPEN' | 'APPROVED' | 'REJECTED' | 'DELETED';
  readonly createdAt: number;
}

export interface BasketStore {
  /** false: a payment is already in an open basket. Then the caller must roll back the basket and its other payments. */
  insert(basket: BasketRecord, paymentIds: readonly string[]): Promise<boolean>;
  find(tppId: string, basketId: string): Promise<BasketRecord | null>;
  /** Newest first, without deleted baskets. */
  page(tppId: string, page: Page<string>): Promise<readonly BasketRecord[]>;
  count(tppId: string, atMost: number): Promise<number>;
  paymentsOfMany(
    basketIds: readonly string[],
    withInstructions: boolean,
  ): Promise<ReadonlyMap<string, readonly ListedPayment[]>>;
  /** In the order of the basket. */
  paymentsOf(basketId: string): Promise<readonly PaymentRecord[]>;
  /** Locks in the order of the ids; returns in the order of the basket. */
  lockPayments(basketId: string): Promise<readonly PaymentRecord[]>;
  /** By payment id. Ignores deleted baskets. */
  newestBasketsOf(paymentIds: readonly string[]): Promise<ReadonlyMap<string, BasketRecord>>;
  openBasketIdOf(paymentId: string): Promise<string | null>;
  /** The basket keeps its payments, but from now on another basket may contain them. */
  close(basketId: string, state: 'APPROVED' | 'REJECTED' | 'DELETED'): Promise<void>;
}
