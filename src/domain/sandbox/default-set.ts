/** The data of a new TPP in a sandbox without a seed. Every BBAN has a valid check digit (MOD11). */
import { composeIBAN } from 'ibantools';
import { engagementRoles } from './agreement.ts';
import type { Seed } from './seed.ts';

function account(accountName: string, bban: string, currency: 'NOK' | 'EUR', amount: string) {
  const iban = composeIBAN({ countryCode: 'NO', bban });
  if (iban === null) throw new Error(`there is no IBAN of ${bban}`);
  const balances = [{ balanceAmount: { amount, currency } }];
  return { accountName, bban, iban, currency, product: accountName, cashAccountType: 'CACC', balances };
}

type Accounts = ReturnType<typeof account>[];

function person(customerNumber: string, customerName: string, accounts: Accounts, maskedPan: string) {
  const creditLimit = { amount: '50000.00', currency: 'NOK' } as const;
  const card = {
    maskedPan,
    currency: creditLimit.currency,
    name: customerName,
    product: 'Kredittkort',
    status: 'ENABLED',
    creditLimit,
    balances: [{ balanceAmount: creditLimit }],
  };
  return { customerNumber, customerName, customerType: 'PRIVATE', accounts, cardAccounts: [card] };
}

/** The company itself has all roles, so a PSU who logs in with its customer number may use its accounts. */
function company(customerNumber: string, customerName: string, accounts: Accounts) {
  const engagements = accounts.map(({ bban }) => ({
    customer: customerNumber,
    account: { bban },
    roles: [...engagementRoles],
  }));
  const agreements = [{ name: `${customerName}: payments`, engagements }];
  return { customerNumber, customerName, customerType: 'CORPORATE', accounts, cardAccounts: [], agreements };
}

export const defaultCustomers = [
  person(
    '13039319955',
    'Ola Nordmann',
    [
      account('Brukskonto', '95360573002', 'NOK', '250000.00'),
      account('Valutakonto', '95360571018', 'EUR', '10000.00'),
    ],
    '492500xxxxxx1234',
  ),
  person(
    '12085592767',
    'Kari Nordmann',
    [
      account('Brukskonto', '86011117947', 'NOK', '50000.00'),
      account('Sparekonto', '95361281005', 'NOK', '125000.00'),
    ],
    '492500xxxxxx5678',
  ),
  company('18129215603', 'Fjordfisk AS', [
    account('Driftskonto', '95362141002', 'NOK', '5000000.00'),
    account('Skattetrekk', '95362141010', 'NOK', '750000.00'),
  ]),
  company('20079518612', 'Nordlys Handel AS', [
    account('Driftskonto', '95363071008', 'NOK', '1500000.00'),
    account('Eksportkonto', '95363071016', 'EUR', '200000.00'),
  ]),
];

/** The account belongs to no customer. Its name is the name of the creditor. */
export const defaultCreditor = {
  ...account('Kraftlaget SA', '95364151005', 'NOK', '0.00'),
  kidAgreement: { required: true, lengths: [7, 10], modulus: 'MOD10' as const },
};

export const defaultSeed: Seed = { customers: defaultCustomers, accounts: [defaultCreditor] };
