/** What the codes of enums mean, where no table of the domain says it. */

const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BookingStatus: {
    booked: 'Booked transactions.',
    pending: 'Reserved, not yet booked.',
    both: 'Booked and pending transactions.',
  },
  AccountScheme: { creditCardAccount: 'A credit card account.' },
  CustomerType: { PRIVATE: 'A person.', CORPORATE: 'A company.' },
  ExecutionRule: {
    following: 'The next bank day.',
    preceeding: 'The bank day before (spelt as in the specification).',
  },
  Frequency: {
    Daily: 'Every day.',
    Weekly: 'Every week.',
    EveryTwoWeeks: 'Every two weeks.',
    Monthly: 'Every month.',
    EveryTwoMonths: 'Every two months.',
    Quarterly: 'Every three months.',
    SemiAnnual: 'Every six months.',
    Annual: 'Every year.',
    MonthlyVariable: 'In the months that monthsOfExecution names.',
  },
  HttpVerb: {
    GET: 'Reads.',
    PUT: 'Replaces.',
    POST: 'Creates or starts.',
    DELETE: 'Cancels or deletes.',
  },
  KidModulus: { MOD10: 'Check digit by modulus 10.', MOD11: 'Check digit by modulus 11.' },
  MessageCategory: { ERROR: 'The reason for a refusal.', WARNING: 'Worth knowing; nothing was refused.' },
  PsuContext: { PRIVATE: 'As a person.', CORPORATE: 'For a company.' },
  PurposeCode: {
    CASH: 'Cash management transfer.',
    CORT: 'Trade settlement.',
    IDCP: 'Irrevocable debit card payment.',
    INTC: 'Payment within a company group.',
    INVS: 'Investment and securities.',
    LOAN: 'Loan.',
    OTHR: 'Anything else.',
    PENS: 'Pension.',
    SALA: 'Salary.',
    SSBE: 'Social security benefit.',
    SUPP: 'Payment to a supplier.',
    TAXS: 'Tax.',
    TREA: 'Treasury.',
    VATX: 'Value added tax.',
  },
  ScaStatus: {
    started: 'Begun; the PSU has not logged in.',
    psuAuthenticated: 'The PSU has logged in and has not yet approved.',
    finalised: 'Approved.',
    failed: 'Rejected, or its time ran out.',
    exempted: 'No authentication was needed.',
  },
};

/** Sets that a standard defines; each code is explained by naming it. */
const standards: Readonly<Record<string, (code: string) => string>> = {
  CountryCode: (code) => `The country ${code} of ISO 3166-1.`,
  CurrencyCode: (code) => `The currency ${code} of ISO 4217.`,
};

/** The values of the enum, each with what it means. */
export function withMeanings<Code extends string>(
  name: string,
  codes: readonly Code[],
): Record<Code, { readonly description: string }> {
  const explain = (code: Code): string => {
    const meaning = meanings[name]?.[code] ?? standards[name]?.(code);
    if (meaning === undefined) throw new Error(`nobody has said what ${name}.${code} means`);
    return meaning;
  };
  return Object.fromEntries(codes.map((code) => [code, { description: explain(code) }])) as Record<
    Code,
    { readonly description: string }
  >;
}
