/**
 * Queries to a core system before a transaction. None of them moves money: only an order does, and the core may still refuse
 * it.
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
  /** That the customer owns or acts for. */
  readonly agreements: readonly AgreementChoice[];
}

/** Each throws a Refusal, UNAVAILABLE if the core does not respond. `tppId`: whose share of calls is used. */
export interface CoreQueries {
  customer(tppId: string, customerNumber: string): Promise<CoreCustomer | null>;
  /** One right for each account, in order; unknown accounts are not allowed. */
  rights(
    tppId: string,
    query: {
      readonly customerNumber: string;
      readonly agreementId: string | null;
      readonly accounts: readonly AccountReference[];
    },
  ): Promise<readonly Right[]>;
  /** The fee, or null. Throws the core's faults, and what cannot be written as an order. */
  check(tppId: string, product: Product, instruction: Instruction): Promise<{ readonly fee: Fee | null }>;
  /** null if the core does not say. */
  cover(tppId: string, account: AccountReference, amount: InstructedAmount): Promise<boolean | null>;
}
