/** The directory of a bank: who customers are, and what they may do. */
import type { Payer } from '../../domain/payments/payer.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import type { CustomerCriteria, CustomerDirectory, SessionWithCustomer } from '../authorisations/ports.ts';
import type { PaymentRecord } from '../payments/ports.ts';

/** The customer who logged in, and their corporate agreement. */
export interface Signer {
  readonly customer: Customer;
  readonly agreementId: string | null;
}

export interface Right {
  readonly allowed: boolean;
  /** null: the account has no holder, or the bank does not say. */
  readonly holderName: string | null;
  /** null: the bank decides. */
  readonly payer: Payer | null;
}

export interface SuggestedCustomer extends Customer {
  readonly ownsDebtorAccount: boolean;
}

export interface Directory extends Pick<CustomerDirectory, 'byNumber' | 'byId' | 'agreementsOf'> {
  ofSession(session: SessionWithCustomer): Promise<Customer | null>;
  /** For an approval that names no customer: the holder of the debtor account or, without one, the first private customer. */
  byDefault(tppId: string, payment: PaymentRecord | undefined): Promise<Customer | null>;
  /** At most `limit` customers, with the owner of the debtor account first. */
  suggest(
    tppId: string,
    criteria: CustomerCriteria,
    payment: PaymentRecord | undefined,
    limit: number,
  ): Promise<readonly SuggestedCustomer[]>;
  /** null: nobody asked the bank before the transaction. */
  right(payment: PaymentRecord, signer: Signer): Promise<Right | null>;
  /** Whether the bank was asked for these rights before the transaction. */
  hasFetchedRights(payments: readonly PaymentRecord[], signer: Signer): boolean;
  /** Whether the debtor account covers the payment; null: the bank does not say. */
  covers(paymentId: string): boolean | null;
}
