import { withoutNulls } from '../../../../src/domain/fields/parse.ts';
import { engagementRoles, privateAgreementName } from '../../../../src/domain/sandbox/agreement.ts';
import { defaultBalanceType } from '../../../../src/domain/sandbox/amounts.ts';
import { sandboxBounds } from '../../../../src/domain/sandbox/bounds.ts';
import type { RequestCall } from '../command/call.ts';
import { readData, readNodes } from '../command/graphql-client.ts';
import { at, listAt, record, textAt } from '../record.ts';
import { inBatches } from './in-batches.ts';

const listQuery = (name: string, fields: string) =>
  `query ($first: Int!, $after: String) { items: ${name}(first: $first, after: $after) {
    nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`;
const balances = 'balances { balanceType balanceAmount { amount currency } }';

const customersQuery = listQuery('sandboxCustomers', 'customerNumber customerName customerType');
const accountsQuery = listQuery(
  'sandboxAccounts',
  `customerNumber accountName bban iban currency product cashAccountType creditLine ${balances}
   kidAgreement { required lengths modulus }`,
);
const cardsQuery = listQuery(
  'sandboxCardAccounts',
  `resourceId customerNumber maskedPan currency name product status expiry creditLimit { amount currency } ${balances}`,
);
const agreementsQuery = listQuery('sandboxAgreements', 'id customerNumber: owner name engagements');

export interface SeedParts {
  readonly customers: readonly object[];
  /** Accounts without a customer. */
  readonly accounts: readonly object[];
  /** Masked numbers by the ids of card accounts, which change with each sandbox. */
  readonly cardNumbers: ReadonlyMap<unknown, string | null>;
}

export async function readSandbox(call: RequestCall): Promise<SeedParts> {
  const readRows = async (query: string, { atMost }: { readonly atMost: number }) =>
    (await readNodes(call, query, atMost)).nodes;
  const [customers, accounts, cards, agreements] = await Promise.all([
    readRows(customersQuery, sandboxBounds.customers),
    readRows(accountsQuery, sandboxBounds.accounts),
    readRows(cardsQuery, sandboxBounds.cardAccounts),
    readRows(agreementsQuery, sandboxBounds.agreements),
  ]);
  const seedAccounts = accounts.map((row) => withOwner(row, accountOf(row)));
  const seedCards = await inBatches(cards, async (row) => withOwner(row, await cardOf(call, row)));
  const seedAgreements = await inBatches(agreements, async (row) =>
    withOwner(row, await agreementOf(call, row)),
  );
  return {
    customers: customers.map((customer) => {
      const number = textAt(customer, 'customerNumber');
      const ownAccounts = ownedBy(number, seedAccounts);
      const ownAgreements = ownedBy(number, seedAgreements);
      return {
        ...record(customer),
        ...listField('accounts', ownAccounts),
        ...listField('cardAccounts', ownedBy(number, seedCards)),
        ...(hasUsualAgreement(customer, ownAccounts, ownAgreements)
          ? {}
          : listField('agreements', ownAgreements)),
      };
    }),
    accounts: ownedBy(null, seedAccounts),
    cardNumbers: new Map(cards.map((card) => [at(card, 'resourceId'), textAt(card, 'maskedPan')])),
  };
}

interface OwnedItem<Value> {
  /** The number of the customer; null: none. */
  readonly owner: string | null;
  readonly value: Value;
}

const withOwner = <Value>(row: unknown, value: Value): OwnedItem<Value> => ({
  owner: textAt(row, 'customerNumber'),
  value,
});

const ownedBy = <Value>(owner: string | null, items: readonly OwnedItem<Value>[]): readonly Value[] =>
  items.filter((item) => item.owner === owner).map(({ value }) => value);

const listField = (name: string, list: readonly unknown[]) => (list.length === 0 ? {} : { [name]: list });

function accountOf(row: unknown): object {
  const { customerNumber: _, creditLine, ...account } = record(withoutNulls(row));
  const hasCredit = /[1-9]/.test(String(creditLine));
  return { ...account, ...(hasCredit ? { creditLine } : {}), balances: balancesOf(row) };
}

const balancesOf = (row: unknown): readonly object[] =>
  listAt(row, 'balances').map((balance) => {
    const { balanceType, balanceAmount } = record(balance);
    return { ...(balanceType === defaultBalanceType ? {} : { balanceType }), balanceAmount };
  });

const transactionsQuery = `query ($id: String!, $first: Int!, $after: String) { of: sandboxCardAccount(resourceId: $id) {
  items: transactions(first: $first, after: $after, bookingStatus: both) { pageInfo { hasNextPage endCursor } nodes {
    cardTransactionId terminalId bookingDate transactionDate valueDate
    transactionAmount { currency amount } originalAmount { currency amount } merchantCategoryCode
    currencyExchange { sourceCurrency targetCurrency exchangeRate unitCurrency quotationDate
      markupFee { currency amount } markupFeePercentage }
    cardAcceptorId cardAcceptorAddress { street buildingNumber city townName postalCode country }
    maskedPan transactionDetails invoiced proprietaryBankTransactionCode } } } }`;
const transactionsAtMost = 1_000;

async function cardOf(call: RequestCall, row: unknown): Promise<object> {
  const { resourceId: id, customerNumber: _, balances: _balances, ...card } = record(withoutNulls(row));
  const { nodes, hasMore } = await readNodes(call, transactionsQuery, transactionsAtMost, { id });
  if (hasMore)
    call.note(
      `${String(card.maskedPan)} has more card transactions; the seed has the newest ${transactionsAtMost}.`,
    );
  const transactions = nodes.map(transactionOf);
  return { ...card, ...listField('balances', balancesOf(row)), ...listField('transactions', transactions) };
}

const transactionOf = (row: unknown): object => ({
  ...record(withoutNulls(row)),
  invoiced: String(at(row, 'invoiced')),
});

interface ExportedAgreement {
  readonly name: string | null;
  readonly engagements: readonly unknown[];
}

/** The service accepts at most ten reads of one field in a document. */
const engagementsAtOnce = 10;

async function agreementOf(call: RequestCall, row: unknown): Promise<ExportedAgreement> {
  const ids = listAt(row, 'engagements');
  const engagements: unknown[] = [];
  for (let first = 0; first < ids.length; first += engagementsAtOnce) {
    const some = ids.slice(first, first + engagementsAtOnce);
    const fields = some.map(
      (_, index) =>
        `e${index}: sandboxEngagement(agreementId: $agreement, engagementId: $e${index}) { customer account { bban iban } roles }`,
    );
    const query = `query ($agreement: String!, ${some.map((_, index) => `$e${index}: String!`).join(', ')}) { ${fields.join(' ')} }`;
    const variables = Object.fromEntries(some.map((id, index) => [`e${index}`, id]));
    const data = await readData(call, query, { agreement: at(row, 'id'), ...variables });
    engagements.push(...some.map((_, index) => engagementOf(at(data, `e${index}`))));
  }
  return { name: textAt(row, 'name'), engagements };
}

const engagementOf = (row: unknown): object => ({ ...record(row), account: referenceOf(at(row, 'account')) });

/** The BBAN alone names an account that has both numbers. */
function referenceOf(account: unknown): object {
  const { bban, iban } = record(account);
  return bban == null ? { iban } : { bban };
}

/** A seed that lists no agreements gives a private customer the usual one, so the export omits it. */
function hasUsualAgreement(
  customer: unknown,
  accounts: readonly object[],
  agreements: readonly ExportedAgreement[],
): boolean {
  const [agreement] = agreements;
  if (textAt(customer, 'customerType') !== 'PRIVATE' || agreements.length !== 1) return false;
  if (agreement?.name !== privateAgreementName) return false;
  const usualEngagements = accounts.map((account) => ({
    customer: textAt(customer, 'customerNumber'),
    account: referenceOf(account),
    roles: engagementRoles,
  }));
  return JSON.stringify(usualEngagements) === JSON.stringify(agreement.engagements);
}
