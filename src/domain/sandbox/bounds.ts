interface Bound {
  readonly atMost: number;
  /** The end of the refusal's text: the records that the bound counts, and perhaps how the TPP can lower their number. */
  readonly recordsText: string;
  readonly path?: string;
}

const inSandbox = (records: string): Bound => ({
  atMost: 10_000,
  recordsText: `${records} in a sandbox; delete some, or initialise the sandbox`,
});

/** Lists, pages of SCA and deletions read all these records, so their number is limited. */
export const sandboxBounds = {
  customers: inSandbox('customers'),
  accounts: inSandbox('accounts'),
  cardAccounts: inSandbox('card accounts'),
  agreements: inSandbox('agreements'),
  engagements: inSandbox('engagements'),
  agreementsOfOwner: { atMost: 100, recordsText: 'agreements of one customer', path: 'owner' },
  cardAccountsWithPan: { atMost: 100, recordsText: 'card accounts with one maskedPan', path: 'maskedPan' },
} as const satisfies Readonly<Record<string, Bound>>;
