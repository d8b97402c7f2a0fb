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

/** What a signer may do with the debtor account of a payment. */
export interface Right {
  readonly allowed: boolean;
  /** null: the account has no holder, or the bank does not say. */
  readonly holderName: string | null;
  /** The account that pays; null: the bank behind the service chooses it. */
  readonly payer: Payer | null;
}

export interface SuggestedCustomer extends Customer {
  readonly ownsDebtorAccount: boolean;
}

export interface Directory extends Pick<CustomerDirectory, 'byNumber' | 'byId' | 'agreementsOf'> {
  ofSession(session: SessionWithCustomer): Promise<Customer | null>;
  /** For an approval that names no customer: the holder of the debtor account or, if it has none, the first private customer. */
  byDefault(tppId: string, payment: PaymentRecord | undefined): Promise<Customer | null>;
  /** At most `limit` customers, with the owner of the debtor account first. */
  suggest(
    tppId: string,
    criteria: CustomerCriteria,
    payment: PaymentRecord | undefined,
    limit: number,
  ): Promise<readonly SuggestedCustomer[]>;
  /** null: the bank was not asked about this signer and this debtor account before the transaction began. */
  right(payment: PaymentRecord, signer: Signer): Promise<Right | null>;
  /** Whether `right` would return the rights of the signer on the debtor accounts of all these payments, and not null. */
  knowsRights(payments: readonly PaymentRecord[], signer: Signer): boolean;
  /** Whether the debtor account covers the payment; null: the bank does not say. */
  covers(paymentId: string): boolean | null;
}
