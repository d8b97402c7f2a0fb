/** Who customers are, and what they may do. */
import type { Payer } from '../../domain/payments/payer.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import type { AgreementChoice, LiveSession } from '../authorisations/ports.ts';
import type { PaymentRecord } from '../payments/ports.ts';

/** Who approves: the customer that logged in, and the corporate agreement they act under. */
export interface Signer {
  readonly customer: Customer;
  readonly agreementId: string | null;
}

/** Whether a customer may register payments from an account. */
export interface Right {
  readonly allowed: boolean;
  /** Who holds the account; null: nobody, or the bank does not say. */
  readonly holderName: string | null;
  /** What is charged; null: the bank decides. */
  readonly payer: Payer | null;
}

/** A customer whom a sandbox offers for the log-in. */
export interface SuggestedCustomer extends Customer {
  readonly ownsDebtorAccount: boolean;
}

/** The customers of the bank, as one step of an authorisation sees them. */
export interface Directory {
  byNumber(tppId: string, customerNumber: string): Promise<Customer | null>;
  byId(customerId: string): Promise<Customer | null>;
  ofSession(session: LiveSession): Promise<Customer | null>;
  /** Who would approve where nobody is named: the holder of the debtor account. */
  byDefault(tppId: string, payment: PaymentRecord | undefined): Promise<Customer | null>;
  /** Some customers for a sandbox to offer, `limit` at most, the owner of the debtor account first. */
  suggest(
    tppId: string,
    criteria: { readonly type: Customer['customerType'] | null; readonly number: string | null },
    payment: PaymentRecord | undefined,
    limit: number,
  ): Promise<readonly SuggestedCustomer[]>;
  agreementsOf(tppId: string, customerId: string): Promise<readonly AgreementChoice[]>;
  /** Whether the signer may use the debtor account; null: the bank was not asked before the transaction. */
  right(payment: PaymentRecord, signer: Signer): Promise<Right | null>;
  /** Whether the bank was asked for these rights before the transaction, where it has to be. */
  isPreparedFor(payments: readonly PaymentRecord[], signer: Signer): boolean;
  /** Whether the account covers the payment; null: the bank does not say. */
  covers(paymentId: string): boolean | null;
}
