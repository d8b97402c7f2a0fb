/** Puts the default set into an empty sandbox, in a handful of statements. */
import { adjustment, type Movement } from '../../domain/bank/posting.ts';
import { keepFields } from '../../domain/fields/view.ts';
import { accountKey } from '../../domain/payments/instruction.ts';
import { refuse } from '../../domain/refusal.ts';
import { accountDetails } from '../../domain/sandbox/account.ts';
import { engagementRoles, privateAgreementName } from '../../domain/sandbox/agreement.ts';
import { defaultBalanceType, minorOf, writtenAmount } from '../../domain/sandbox/amounts.ts';
import { cardAccountDetails } from '../../domain/sandbox/card-account.ts';
import { namedCustomer } from '../../domain/sandbox/customer.ts';
import {
  type DefaultAccount,
  type DefaultCustomer,
  defaultCreditLimitMinor,
  defaultCreditor,
  defaultCustomers,
} from '../../domain/sandbox/default-set.ts';
import type { AccountRecord, CardAccountRecord, NewAgreement, NewCustomer, NewEngagement } from './ports.ts';
import { type MoneyContext, postMoney } from './post-money.ts';

/** Throws CONFLICT if another request creates one of the numbers now. */
export async function seedSandbox(context: MoneyContext, tppId: string): Promise<void> {
  const { ids, now } = context;
  const { sandbox } = context.stores;
  // A millisecond apart and in the past, so that lists keep the order of the set.
  let createdAt = now - 1_000;
  const nextRow: NextRow = () => {
    createdAt += 1;
    return { id: ids.next(), tppId, createdAt };
  };
  const sets = defaultCustomers.map((customer) => customerSet(customer, nextRow));
  const creditor = newAccount(defaultCreditor, null, nextRow);
  const accounts = [...sets.flatMap((set) => set.accounts), creditor];
  const hasInserted =
    (await sandbox.customers.insert(sets.map((set) => set.customer))) &&
    (await sandbox.accounts.insert(accounts));
  if (!hasInserted)
    throw refuse('CONFLICT', {
      text: 'another request is creating the same customers or accounts; retry the request',
      retryAfterSeconds: 1,
    });
  await sandbox.agreements.insert(sets.map((set) => set.agreement));
  await sandbox.agreements.engage(sets.flatMap((set) => set.engagements));
  await sandbox.cards.insert(sets.flatMap((set) => set.cards));
  await postMoney(context, tppId, 'OPENING', openings(accounts));
}

type NextRow = () => { readonly id: string; readonly tppId: string; readonly createdAt: number };

function customerSet(set: DefaultCustomer, nextRow: NextRow) {
  const { customerNumber, customerName, customerType } = set;
  const { id: customerId, ...common } = nextRow();
  const customerFields = namedCustomer({ customerNumber, customerName, customerType });
  const customer: NewCustomer = { customerId, ...customerFields, ...common };
  const { id: agreementId, ...rowFields } = nextRow();
  const name = customerType === 'PRIVATE' ? privateAgreementName : `${customerName}: payments`;
  const agreement: NewAgreement = { agreementId, ownerId: customerId, name, ...rowFields };
  const accounts = set.accounts.map((account) => newAccount(account, customer, nextRow));
  const engagements = accounts.map(({ resourceId: accountId }): NewEngagement => {
    const { id: engagementId, createdAt } = nextRow();
    return { engagementId, agreementId, customerId, accountId, roles: engagementRoles, createdAt };
  });
  const cards = set.maskedPan === undefined ? [] : [newCardAccount(set.maskedPan, customer, nextRow)];
  return { customer, agreement, accounts, engagements, cards };
}

function newAccount(account: DefaultAccount, customer: NewCustomer | null, nextRow: NextRow): AccountRecord {
  const { accountName, bban, iban, currency, balanceMinor } = account;
  const { id: resourceId, ...common } = nextRow();
  return {
    resourceId,
    ...common,
    customerId: customer?.customerId ?? null,
    customerNumber: customer?.customerNumber ?? null,
    ...keepFields(accountDetails, {
      ...{ accountName, bban, iban, currency },
      product: accountName,
      cashAccountType: 'CACC',
    }),
    accountKey: accountKey({ bban, iban, currency }),
    creditLine: writtenAmount(0n, currency),
    balance: writtenAmount(balanceMinor, currency),
    balanceType: defaultBalanceType,
    kidAgreement: account.kidAgreement ?? null,
  };
}

function newCardAccount(maskedPan: string, customer: NewCustomer, nextRow: NextRow): CardAccountRecord {
  const currency = 'NOK';
  const { id: resourceId, ...common } = nextRow();
  const creditLimit = writtenAmount(defaultCreditLimitMinor, currency);
  return {
    resourceId,
    ...common,
    customerId: customer.customerId,
    customerNumber: customer.customerNumber,
    ...keepFields(cardAccountDetails, {
      ...{ maskedPan, currency },
      name: customer.customerName,
      product: 'Kredittkort',
      status: 'ENABLED',
    }),
    creditLimit,
    balances: [{ balanceType: defaultBalanceType, balanceAmount: { amount: creditLimit, currency } }],
  };
}

function openings(accounts: readonly AccountRecord[]): readonly Movement[] {
  return accounts.flatMap(({ resourceId, currency, balance }) =>
    adjustment(resourceId, currency, 0n, minorOf(balance, currency)),
  );
}
