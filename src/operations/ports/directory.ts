/** Who customers are, and what they may do. */
import type { Payer } from '../../domain/payments/payer.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import type { CustomerCriteria, CustomerDirectory, SessionWithCustomer } from '../authorisations/ports.ts';
import type { PaymentRecord } from '../payments/ports.ts';

export interface Signer {
  readonly customer: Customer;
  readonly agreementId: string | null;
}

export interface Right {
  readonly allowed: boolean;
  /** null: the account has no holder, or the bank does not say. */
  readonly holderName: string | null;
  /** null: the bank behind the service chooses the account. */
  readonly payer: Payer | null;
}

export interface SuggestedCustomer extends Customer {
  readonly holdsDebtorAccount: boolean;
}

export interface Directory extends Pick<CustomerDirectory, 'byNumber' | 'byId' | 'agreementsOf'> {
  ofSession(session: SessionWithCustomer): Promise<Customer | null>;
  /**
   * The customer who decides in a sandbox, if the request names no customer and nobody has logged in: the holder of the debtor account,
   * else the first private customer. null: there is none, or the PSUs belong to another system.
   */
  byDefault(tppId: string, payment: PaymentRecord | undefined): Promise<Customer | null>;
  /** The holder of the debtor account comes first. */
  suggest(
    tppId: string,
    criteria: CustomerCriteria,
    payment: PaymentRecord | undefined,
    limit: number,
  ): Promise<readonly SuggestedCustomer[]>;
  /** null: the bank was not asked about this before the transaction. */
  right(payment: PaymentRecord, signer: Signer): Promise<Right | null>;
  /** Whether the bank was asked about all that `right` needs. */
  knowsRights(payments: readonly PaymentRecord[], signer: Signer): boolean;
  /** Whether the debtor account has enough funds for the payment; null: the bank does not say. */
  covers(paymentId: string): boolean | null;
}
