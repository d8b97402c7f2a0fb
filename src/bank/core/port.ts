/** Queries to a core system before a transaction. Only an order moves money. The core may refuse an order whatever it has answered here. */
import type { Fee } from '../../domain/payments/fee.ts';
import type { AccountReference, InstructedAmount, Instruction } from '../../domain/payments/instruction.ts';
import type { Product } from '../../domain/payments/product.ts';
import type { CustomerType } from '../../domain/sandbox/customer.ts';
import type { AgreementChoice } from '../../operations/authorisations/ports.ts';
import type { Right } from '../../operations/ports/directory.ts';

export interface CoreCustomer {
  readonly customerNumber: string;
  readonly customerName: string;
  readonly customerType: CustomerType;
  /** The corporate agreements that the customer owns or acts under. */
  readonly agreements: readonly AgreementChoice[];
}

/** A query that fails throws a Refusal: UNAVAILABLE if the core does not respond. A query uses a slot of the TPP `tppId`. */
export interface CoreQueries {
  /** null if the core does not know the customer. */
  customer(tppId: string, customerNumber: string): Promise<CoreCustomer | null>;
  /** One right for each account, in the order of `accounts`. `allowed` is false for an account that the core does not know. */
  rights(
    tppId: string,
    query: {
      readonly customerNumber: string;
      readonly agreementId: string | null;
      readonly accounts: readonly AccountReference[];
    },
  ): Promise<readonly Right[]>;
  /** Throws a Refusal if the core finds faults in the payment, or the payment cannot be written as an order. */
  checkPayment(
    tppId: string,
    product: Product,
    instruction: Instruction,
  ): Promise<{ readonly fee: Fee | null }>;
  /** Whether the account covers the amount. */
  cover(tppId: string, account: AccountReference, amount: InstructedAmount): Promise<boolean>;
}
