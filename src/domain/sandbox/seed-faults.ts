import { accountKeys } from '../payments/instruction.ts';
import type { SeedAccount } from './account.ts';
import type { EngagementBody } from './agreement.ts';
import { futureDateFaults } from './card-transaction.ts';
import { type FaultAtPath, faultIf, repetitionFaults } from './rules.ts';
import type { Seed, SeedCustomer } from './seed.ts';
import { refersToTwoAccounts } from './two-accounts.ts';

type Path = readonly PropertyKey[];

/** One statement inserts all accounts, and one inserts all engagements. PostgreSQL allows 65,535 parameters in a statement. */
const seedAtMost = { accounts: 1_000, engagements: 5_000 } as const;

interface AccountAtPath {
  readonly path: Path;
  readonly account: SeedAccount;
  /** A customer number; null: the account belongs to no customer. */
  readonly owner: string | null;
}

export function seedFaults(seed: Seed, today: string): readonly FaultAtPath[] {
  const accounts = accountsOf(seed);
  const customers = seed.customers ?? [];
  return [
    ...boundFaults(seed, accounts.length),
    ...repetitionFaults(
      customers.map(({ customerNumber }, index) => [customerNumber, ['customers', index, 'customerNumber']]),
      'seed',
    ),
    ...repetitionFaults(accounts.flatMap(keysAtPaths), 'seed'),
    ...customers.flatMap((customer, index) => customerFaults(seed, accounts, customer, ['customers', index])),
    ...customers.flatMap(({ cardAccounts = [] }, index) =>
      cardAccounts.flatMap(({ transactions = [] }, cardIndex) =>
        // These faults have a text as path, such as `[0].bookingDate`.
        futureDateFaults(transactions, today).map(({ path: pathInList, text }) => ({
          path: ['customers', index, 'cardAccounts', cardIndex, `transactions${pathInList}`],
          text,
        })),
      ),
    ),
  ];
}

const keysAtPaths = ({ account, path }: AccountAtPath) =>
  accountKeys(account).map((key, index) => {
    // The key of the BBAN comes first.
    const field = index === 0 && account.bban !== undefined ? 'bban' : 'iban';
    return [key, [...path, field]] as const;
  });

export const accountsOf = ({ customers = [], accounts = [] }: Seed): readonly AccountAtPath[] => [
  ...customers.flatMap(({ customerNumber: owner, accounts: ownAccounts = [] }, customerIndex) =>
    ownAccounts.map((account, index) => ({
      path: ['customers', customerIndex, 'accounts', index],
      account,
      owner,
    })),
  ),
  ...accounts.map((account, index) => ({ path: ['accounts', index], account, owner: null })),
];

function boundFaults({ customers = [] }: Seed, accountCount: number): readonly FaultAtPath[] {
  const allAgreements = customers.flatMap(({ agreements = [] }) => agreements);
  const engagementCount = allAgreements.flatMap(({ engagements = [] }) => engagements).length;
  const boundFault = (count: number, kind: keyof typeof seedAtMost) =>
    faultIf(count > seedAtMost[kind], ['customers'], `must have at most ${seedAtMost[kind]} ${kind} in all`);
  return [...boundFault(accountCount, 'accounts'), ...boundFault(engagementCount, 'engagements')];
}

function customerFaults(
  seed: Seed,
  accounts: readonly AccountAtPath[],
  { customerNumber, customerType, agreements = [] }: SeedCustomer,
  customerPath: Path,
): readonly FaultAtPath[] {
  const isPrivate = customerType.toUpperCase() === 'PRIVATE';
  return [
    ...faultIf(
      isPrivate && agreements.length > 1,
      [...customerPath, 'agreements'],
      'must have at most 1 item: a private customer has one agreement',
    ),
    ...agreements.flatMap(({ engagements = [] }, agreementIndex) =>
      engagements.flatMap((engagement, index) =>
        engagementFaults(seed, accounts, customerNumber, engagement).map(({ path, text }) => ({
          path: [...customerPath, 'agreements', agreementIndex, 'engagements', index, ...path],
          text,
        })),
      ),
    ),
  ];
}

function engagementFaults(
  { customers = [] }: Seed,
  accounts: readonly AccountAtPath[],
  owner: string,
  { customer, account }: EngagementBody,
): readonly FaultAtPath[] {
  const isCustomer = customers.some(({ customerNumber }) => customerNumber === customer);
  return [
    ...faultIf(!isCustomer, ['customer'], 'is no customer of this seed'),
    ...engagedAccountFaults(accounts, owner, account),
  ];
}

function engagedAccountFaults(
  accounts: readonly AccountAtPath[],
  owner: string,
  reference: EngagementBody['account'],
): readonly FaultAtPath[] {
  const keys = accountKeys(reference);
  const isNamed = ({ account }: AccountAtPath) => accountKeys(account).some((key) => keys.includes(key));
  const engagedAccount = accounts.find(isNamed);
  if (engagedAccount === undefined) return [{ path: ['account'], text: 'is no account of this seed' }];
  if (engagedAccount.owner !== owner)
    return [{ path: ['account'], text: 'must be an account of the owner of the agreement' }];
  const seedAccounts = accounts.map(({ account }) => account);
  return faultIf(
    refersToTwoAccounts(reference, seedAccounts),
    ['account', 'iban'],
    'is not the IBAN of this account',
  );
}
