/**
 * The default data of a sandbox: for a new TPP, and after `initialize`. Every BBAN has a valid check digit (MOD11).
 */
import { composeIBAN } from 'ibantools';
import type { KidAgreement } from '../values/kid.ts';
import type { SeedAccount } from './account.ts';
import { engagementRoles } from './agreement.ts';
import { writtenAmount } from './amounts.ts';
import type { CustomerType } from './customer.ts';
import type { Seed, SeedCard, SeedCustomer } from './seed.ts';

export interface DefaultAccount {
  readonly accountName: string;
  readonly bban: string;
  readonly iban: string;
  readonly currency: 'NOK' | 'EUR';
  readonly balanceMinor: bigint;
  readonly kidAgreement?: KidAgreement;
}

export interface DefaultCustomer {
  readonly customerNumber: string;
  readonly customerName: string;
  readonly customerType: CustomerType;
  readonly accounts: readonly DefaultAccount[];
  readonly maskedPan?: string;
}

function account(
  accountName: string,
  bban: string,
  currency: DefaultAccount['currency'],
  balanceMinor: bigint,
): DefaultAccount {
  const iban = composeIBAN({ countryCode: 'NO', bban });
  if (iban === null) throw new Error(`there is no IBAN of ${bban}`);
  return { accountName, bban, iban, currency, balanceMinor };
}

export const defaultCustomers: readonly DefaultCustomer[] = [
  {
    customerNumber: '13039319955',
    customerName: 'Ola Nordmann',
    customerType: 'PRIVATE',
    accounts: [
      account('Brukskonto', '95360573002', 'NOK', 25_000_000n),
      account('Valutakonto', '95360571018', 'EUR', 1_000_000n),
    ],
    maskedPan: '492500xxxxxx1234',
  },
  {
    customerNumber: '12085592767',
    customerName: 'Kari Nordmann',
    customerType: 'PRIVATE',
    accounts: [
      account('Brukskonto', '86011117947', 'NOK', 5_000_000n),
      account('Sparekonto', '95361281005', 'NOK', 12_500_000n),
    ],
    maskedPan: '492500xxxxxx5678',
  },
  {
    customerNumber: '18129215603',
    customerName: 'Fjordfisk AS',
    customerType: 'CORPORATE',
    accounts: [
      account('Driftskonto', '95362141002', 'NOK', 500_000_000n),
      account('Skattetrekk', '95362141010', 'NOK', 75_000_000n),
    ],
  },
  {
    customerNumber: '20079518612',
    customerName: 'Nordlys Handel AS',
    customerType: 'CORPORATE',
    accounts: [
      account('Driftskonto', '95363071008', 'NOK', 150_000_000n),
      account('Eksportkonto', '95363071016', 'EUR', 20_000_000n),
    ],
  },
];

/** An account of no customer. It requires a KID of 7 or 10 digits. */
export const defaultCreditor: DefaultAccount = {
  ...account('Kraftlaget SA', '95364151005', 'NOK', 0n),
  kidAgreement: { required: true, lengths: [7, 10], modulus: 'MOD10' },
};

export interface TestKid {
  /** null: the payment has no structured remittance. */
  readonly reference: string | null;
  /** null: the bank accepts it. */
  readonly result: 'KID_MISSING' | 'KID_INVALID' | null;
  readonly reason: string;
}

/** KIDs for the creditor of the default set. */
export const testKids: readonly TestKid[] = [
  { reference: '1234566', result: null, reason: '7 digits with the right check digit' },
  { reference: '1234567897', result: null, reason: '10 digits with the right check digit' },
  { reference: '1234567', result: 'KID_INVALID', reason: 'wrong check digit' },
  { reference: '12345674', result: 'KID_INVALID', reason: '8 digits' },
  { reference: '12A4566', result: 'KID_INVALID', reason: 'not only digits' },
  { reference: null, result: 'KID_MISSING', reason: 'this creditor requires a KID' },
];

/** The limit in øre. */
export const defaultCreditLimitMinor = 5_000_000n;

/** The default set as a seed. */
export const defaultSeed: Seed = {
  customers: defaultCustomers.map(customerOf),
  accounts: [accountOf(defaultCreditor)],
};

/** A company has an agreement with itself, with all roles on its accounts, so a PSU with its customer number may use them. */
function customerOf({ accounts, maskedPan, ...customer }: DefaultCustomer): SeedCustomer {
  const { customerNumber, customerName, customerType } = customer;
  const engagements = accounts.map(({ bban }) => ({
    customer: customerNumber,
    account: { bban },
    roles: [...engagementRoles],
  }));
  return {
    ...customer,
    accounts: accounts.map(accountOf),
    ...(maskedPan === undefined ? {} : { cardAccounts: [cardOf(customerName, maskedPan)] }),
    ...(customerType === 'PRIVATE'
      ? {}
      : { agreements: [{ name: `${customerName}: payments`, engagements }] }),
  };
}

function accountOf({ balanceMinor, kidAgreement: kid, ...account }: DefaultAccount): SeedAccount {
  const { accountName, currency } = account;
  const kidAgreement = kid && { ...kid, lengths: [...kid.lengths] };
  return {
    ...account,
    product: accountName,
    cashAccountType: 'CACC',
    balances: [{ balanceAmount: { amount: writtenAmount(balanceMinor, currency), currency } }],
    ...(kidAgreement ? { kidAgreement } : {}),
  };
}

function cardOf(name: string, maskedPan: string): SeedCard {
  const currency = 'NOK';
  const creditLimit = { amount: writtenAmount(defaultCreditLimitMinor, currency), currency } as const;
  return {
    maskedPan,
    currency,
    name,
    product: 'Kredittkort',
    status: 'ENABLED',
    creditLimit,
    balances: [{ balanceAmount: creditLimit }],
  };
}
