/**
 * Who customers are and what they may do: by the tables of a sandbox, or by what a core system has answered before the
 * transaction. The rules of SCA ask nobody else.
 */
import type { Customer } from '../../domain/sandbox/customer.ts';
import { type CoreAnswers, nothingAnswered } from '../core/answers.ts';
import type { Bank } from '../ports/bank.ts';
import type { CoreCustomer, Right } from '../ports/core.ts';
import type { AgreementChoice, PaymentRecord, Stores } from '../ports/stores.ts';

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
  /** Whether the signer may use the debtor account; null: that was not asked before the transaction. */
  right(payment: PaymentRecord, signer: Signer): Promise<Right | null>;
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
    /**
     * An account that nobody holds belongs to whoever signs; a corporate signer needs an engagement of the chosen agreement,
     * a private one must hold the account.
     */
    async right({ tppId, debtorKey }, { customer, agreementId }) {
      const holder = await customers.holderOf(tppId, debtorKey);
      if (holder === null) return { allowed: true, holderName: null };
      const allowed =
        agreementId === null
          ? holder.customerId === customer.customerId && holder.customerType === 'PRIVATE'
          : await customers.engaged(agreementId, customer.customerId, debtorKey);
      return { allowed, holderName: holder.customerName };
    },
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
      return rights.get(debtorKey) ?? null;
    },
    covers: (paymentId) => covers.get(paymentId) ?? null,
  };
}
