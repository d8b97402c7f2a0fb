/**
 * Who customers are and what they may do: by the tables of a sandbox, or by what a core system has answered before the
 * transaction. The rules of SCA ask nobody else.
 */
import type { Payer } from '../../domain/payments/payer.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import { type CoreAnswers, nothingAnswered } from '../core/answers.ts';
import type { Bank } from '../ports/bank.ts';
import type { CoreCustomer, Right } from '../ports/core.ts';
import type { AgreementChoice, PaymentRecord, Stores } from '../ports/stores.ts';
import { rightOnDebtor } from './debtor.ts';

/** Who approves: the customer that logged in, and the corporate agreement they act under. */
export interface Signer {
  readonly customer: Customer;
  readonly agreementId: string | null;
}

export interface Directory {
  byNumber(tppId: string, customerNumber: string): Promise<Customer | null>;
  byId(customerId: string): Promise<Customer | null>;
  /** Corporate agreements that the customer owns or acts under. */
  agreementsOf(tppId: string, customerId: string): Promise<readonly AgreementChoice[]>;
  /**
   * Whether the signer may use the debtor account, and what is charged, where that is not a core's to say; null: that was not
   * asked before the transaction.
   */
  right(payment: PaymentRecord, signer: Signer): Promise<(Right & { readonly payer: Payer | null }) | null>;
  /** Whether the account covers the payment; null: nobody was asked. */
  covers(paymentId: string): boolean | null;
}

export function directoryOf({
  stores,
  bank,
  answers,
}: {
  readonly stores: Stores;
  readonly bank: Pick<Bank, 'core'>;
  readonly answers?: CoreAnswers;
}): Directory {
  return bank.core === null ? ofSandbox(stores) : ofCore(answers ?? nothingAnswered);
}

function ofSandbox({ customers }: Pick<Stores, 'customers'>): Directory {
  return {
    byNumber: (...asked) => customers.byNumber(...asked),
    byId: (customerId) => customers.byId(customerId),
    agreementsOf: (...asked) => customers.agreementsOf(...asked),
    right: (payment, signer) => rightOnDebtor(customers, payment, signer),
    covers: () => null,
  };
}

/** A core's customers are known by their number, and belong to no TPP. */
const asCustomer = ({ agreements: _, ...customer }: CoreCustomer): Customer => ({
  customerId: customer.customerNumber,
  ...customer,
});

function ofCore({ customer, agreementId: asked, rights, covers }: CoreAnswers): Directory {
  const known = (number: string) => (customer?.customerNumber === number ? customer : null);
  const byNumber = (number: string) => {
    const found = known(number);
    return found && asCustomer(found);
  };
  return {
    byNumber: async (_tppId, number) => byNumber(number),
    byId: async (number) => byNumber(number),
    agreementsOf: async (_tppId, number) => known(number)?.agreements ?? [],
    async right({ debtorKey }, signer) {
      if (known(signer.customer.customerNumber) === null || signer.agreementId !== asked) return null;
      const right = rights.get(debtorKey);
      return right === undefined ? null : { ...right, payer: null };
    },
    covers: (paymentId) => covers.get(paymentId) ?? null,
  };
}
