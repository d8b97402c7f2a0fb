/**
 * The default set: what the sandbox of a new TPP holds, and holds again after `initialize`. Plain data;
 * every BBAN has a valid check digit (MOD11) and the IBAN beside it is its own.
 */
import type { KidAgreement } from '../values/kid.ts';
import type { CustomerType } from './customer.ts';

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
  /** Number of the card whose account a private customer has. */
  readonly maskedPan?: string;
}

export const defaultCustomers: readonly DefaultCustomer[] = [
  {
    customerNumber: '13039319955',
    customerName: 'Ola Nordmann',
    customerType: 'PRIVATE',
    accounts: [
      {
        accountName: 'Brukskonto',
        bban: '95360573002',
        iban: 'NO0995360573002',
        currency: 'NOK',
        balanceMinor: 25_000_000n,
      },
      {
        accountName: 'Valutakonto',
        bban: '95360571018',
        iban: 'NO3395360571018',
        currency: 'EUR',
        balanceMinor: 1_000_000n,
      },
    ],
    maskedPan: '492500xxxxxx1234',
  },
  {
    customerNumber: '12085592767',
    customerName: 'Kari Nordmann',
    customerType: 'PRIVATE',
    accounts: [
      {
        accountName: 'Brukskonto',
        bban: '86011117947',
        iban: 'NO9386011117947',
        currency: 'NOK',
        balanceMinor: 5_000_000n,
      },
      {
        accountName: 'Sparekonto',
        bban: '95361281005',
        iban: 'NO0995361281005',
        currency: 'NOK',
        balanceMinor: 12_500_000n,
      },
    ],
    maskedPan: '492500xxxxxx5678',
  },
  {
    customerNumber: '18129215603',
    customerName: 'Fjordfisk AS',
    customerType: 'CORPORATE',
    accounts: [
      {
        accountName: 'Driftskonto',
        bban: '95362141002',
        iban: 'NO4795362141002',
        currency: 'NOK',
        balanceMinor: 500_000_000n,
      },
      {
        accountName: 'Skattetrekk',
        bban: '95362141010',
        iban: 'NO2595362141010',
        currency: 'NOK',
        balanceMinor: 75_000_000n,
      },
    ],
  },
  {
    customerNumber: '20079518612',
    customerName: 'Nordlys Handel AS',
    customerType: 'CORPORATE',
    accounts: [
      {
        accountName: 'Driftskonto',
        bban: '95363071008',
        iban: 'NO8195363071008',
        currency: 'NOK',
        balanceMinor: 150_000_000n,
      },
      {
        accountName: 'Eksportkonto',
        bban: '95363071016',
        iban: 'NO5995363071016',
        currency: 'EUR',
        balanceMinor: 20_000_000n,
      },
    ],
  },
];

/** Held by the bank for no customer: a creditor that takes no payment without a KID of 7 or 10 digits. */
export const defaultCreditor: DefaultAccount = {
  accountName: 'Kraftlaget SA',
  bban: '95364151005',
  iban: 'NO1195364151005',
  currency: 'NOK',
  balanceMinor: 0n,
  kidAgreement: { required: true, lengths: [7, 10], modulus: 'MOD10' },
};

/** A KID that the creditor of the default set takes, and one whose check digit is wrong. */
export const defaultKids = { valid: '1234566', invalid: '1234567' } as const;

/** Credit limit of the card accounts, in øre. */
export const defaultCreditLimitMinor = 5_000_000n;
