interface Bound {
  readonly atMost: number;
  /** What the bound counts, for the text of the refusal. */
  readonly what: string;
  readonly path?: string;
}

const inSandbox = (records: string): Bound => ({
  atMost: 10_000,
  what: `${records} in a sandbox; delete some, or load the first data with initialize`,
});

/** Lists, pages of SCA and deletions read all these records, so their number is limited. */
export const sandboxBounds = {
  customers: inSandbox('customers'),
  accounts: inSandbox('accounts'),
  cardAccounts: inSandbox('card accounts'),
  agreements: inSandbox('agreements'),
  engagements: inSandbox('engagements'),
  agreementsOfOwner: { atMost: 100, what: 'agreements of one customer', path: 'owner' },
  cardAccountsWithPan: { atMost: 100, what: 'card accounts with one maskedPan', path: 'maskedPan' },
} as const satisfies Readonly<Record<string, Bound>>;
