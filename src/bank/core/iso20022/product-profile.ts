/** How the bank wants the orders of one product. */
export interface ProductProfile {
  /** ExternalServiceLevel1Code, such as NURG or SEPA. */
  readonly serviceLevel: string;
  /** ExternalLocalInstrument1Code, or the bank's own text. */
  readonly localInstrument?: { readonly code: string } | { readonly proprietary: string } | undefined;
  readonly chargeBearer: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  /** true: the debtor's account is debited once for all entries of an order. */
  readonly batchBooking: boolean;
  /** Replaces `batchBooking` in a bulk payment of salaries. true hides each employee's salary in the debtor's statement. */
  readonly batchBookingOfSalaries?: boolean | undefined;
  /** Whether each entry has a UETR. */
  readonly uetr: boolean;
  /** The accounts that are written with a currency. */
  readonly accountCurrency: 'BOTH' | 'DEBTOR' | 'NONE';
  /** NOTPROVIDED: the order does not name the debtor's bank. */
  readonly debtorAgent: 'BIC' | 'NOTPROVIDED';
  /** The most characters of the names of TPP and debtor. Longer names are shortened. */
  readonly nameLength: number;
  /** LATIN: texts must use the Latin characters of SEPA. */
  readonly characters: 'ANY' | 'LATIN';
  /** LATIN: references and ids follow the EPC: Latin characters, no slash at an end, and no two slashes in a row. */
  readonly references: 'ANY' | 'LATIN';
  /** ANY: several creditor references of each type; SCOR: one of type SCOR. */
  readonly remittance: 'ANY' | 'SCOR';
  /** TOWN: an address needs a town. */
  readonly address: 'ANY' | 'TOWN';
  /** The largest amount of a transfer, as a decimal; the limit of pain.001 when absent. */
  readonly maxAmount?: string | undefined;
  /** An additional schema: a file in `ops/iso20022`, in the bank's folder of schemas (ISO_SCHEMA_DIR), or in both. */
  readonly schema?: string | undefined;
}

/** How to write a party's name and id. */
export type PartyProfile = Pick<ProductProfile, 'nameLength' | 'characters' | 'references'>;

/** For messages that belong to no product. */
export const unrestrictedParty: PartyProfile = { nameLength: 140, characters: 'ANY', references: 'ANY' };
