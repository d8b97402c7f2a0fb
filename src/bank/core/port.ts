/**
 * Queries to a core system before a transaction: who a customer is, what they may do, and whether it would take an
 * instruction. Nothing it answers lets money move: an order does, and the core may still refuse that.
 */
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
  /** Corporate agreements that the customer owns or acts under. */
  readonly agreements: readonly AgreementChoice[];
}

/** Each throws a Refusal: UNAVAILABLE where the core does not answer. `tppId`: whose share of the calls it takes. */
export interface CoreQueries {
  customer(tppId: string, customerNumber: string): Promise<CoreCustomer | null>;
  /** One right for each account, in their order; an account that the core does not know is not allowed. */
  rights(
    tppId: string,
    query: {
      readonly customerNumber: string;
      readonly agreementId: string | null;
      readonly accounts: readonly AccountReference[];
    },
  ): Promise<readonly Right[]>;
  /** The fee, null: none. Throws the faults that the core finds, and what cannot be sent to it. */
  check(tppId: string, product: Product, instruction: Instruction): Promise<{ readonly fee: Fee | null }>;
  /** Whether the account covers the amount now; null: the core does not say. */
  cover(tppId: string, account: AccountReference, amount: InstructedAmount): Promise<boolean | null>;
}
