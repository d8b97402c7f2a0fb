import { basketStatusMeanings } from '../../domain/baskets/basket.ts';
import { countryNames, currencyNames } from '../../domain/values/code-names.ts';
import { builder } from './builder.ts';

/** Each text is a display name. A meaning may follow after a colon. */
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BookingStatus: {
    booked: 'Booked: transactions on the account.',
    pending: 'Pending: transactions that are reserved, not yet booked.',
    both: 'Both: booked and pending transactions.',
  },
  AccountScheme: {
    creditCardAccount: 'Credit card account: the identification names a credit card account.',
  },
  CustomerType: { PRIVATE: 'Private: a person.', CORPORATE: 'Corporate: a company.' },
  EngagementRole: {
    VIEW: 'View: the PSU sees the account.',
    REGISTER: 'Register: the PSU makes payments from the account.',
  },
  ExecutionRule: {
    following: 'Following: on the next bank day.',
    preceeding: 'Preceding: on the bank day before. The interface misspells the code.',
  },
  Frequency: {
    Daily: 'Daily: every day.',
    Weekly: 'Weekly: every week, on the weekday of the first day.',
    EveryTwoWeeks: 'Every two weeks: on the weekday of the first day.',
    Monthly: 'Monthly: every month.',
    EveryTwoMonths: 'Every two months.',
    Quarterly: 'Quarterly: every three months.',
    SemiAnnual: 'Semi-annual: every six months.',
    Annual: 'Annual: every year.',
    MonthlyVariable: 'Variable months: every month listed in monthsOfExecution.',
  },
  KidModulus: {
    MOD10: 'Modulus 10: the check digit follows the Luhn algorithm.',
    MOD11: 'Modulus 11: weights from 2 to 7; the check digit 10 is a dash.',
  },
  SigningBasketStatus: basketStatusMeanings,
  PurposeCode: {
    CASH: 'Cash management: moves money between own accounts.',
    CORT: 'Trade settlement: settles a trade.',
    IDCP: 'Debit card: an irrevocable payment by debit card.',
    INTC: 'Intra-company: a payment within a group of companies.',
    INVS: 'Investment: investment and securities.',
    LOAN: 'Loan: money lent, or paid back.',
    OTHR: 'Other: anything else.',
    PENS: 'Pension.',
    SALA: 'Salary.',
    SSBE: 'Social security benefit.',
    SUPP: 'Supplier: a payment to a supplier.',
    TAXS: 'Tax.',
    TREA: 'Treasury: money moved by a treasury department.',
    VATX: 'Value added tax.',
  },
  ScaStatus: {
    started: 'Started: the PSU has not logged in.',
    psuAuthenticated: 'Authenticated: the PSU has logged in and has not yet approved.',
    finalised: 'Finalised: the PSU has approved.',
    failed: 'Failed: the PSU rejected it, or its time ran out.',
    exempted: 'Exempted: no authentication was needed.',
  },
  CountryCode: countryNames,
  CurrencyCode: currencyNames,
};

export function meaningsOf<Code extends string>(enumName: string, codes: readonly Code[]) {
  const meaningOf = (code: Code): string => {
    const meaning = meanings[enumName]?.[code];
    if (meaning === undefined) throw new Error(`this table has no meaning of ${enumName}.${code}`);
    return meaning.endsWith('.') ? meaning : `${meaning}.`;
  };
  return Object.fromEntries(codes.map((code) => [code, meaningOf(code)])) as Record<Code, string>;
}

/** `texts` has the codes in their order, each with its description. */
export function describedEnum<Code extends string>(
  name: string,
  description: string,
  texts: Readonly<Record<Code, string>>,
) {
  const entries = Object.entries<string>(texts).map(([code, text]) => [code, { description: text }]);
  const values = Object.fromEntries(entries) as Record<Code, { readonly description: string }>;
  return builder.enumType(name, { description, values });
}
