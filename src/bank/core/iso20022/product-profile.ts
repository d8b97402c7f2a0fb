/** How the bank wants the orders of one product. */
export interface ProductProfile {
  /** ExternalServiceLevel1Code, such as NURG or SEPA. */
  readonly serviceLevel: string;
  /** ExternalLocalInstrument1Code, or the bank's own text. */
  readonly localInstrument?: { readonly code: string } | { readonly proprietary: string } | undefined;
  readonly chargeBearer: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  /** The entries of an order are booked as one sum. */
  readonly batchBooking: boolean;
  /** For a bulk payment of salaries, to hide each employee's salary; `batchBooking` when absent. */
  readonly batchBookingOfSalaries?: boolean | undefined;
  /** Each entry has a UETR. */
  readonly uetr: boolean;
  readonly accountCurrency: 'BOTH' | 'DEBTOR' | 'NONE';
  readonly debtorAgent: 'BIC' | 'NOTPROVIDED';
  /** Characters of the names of TPP and debtor; longer names are shortened. */
  readonly nameLength: number;
  /** LATIN: texts must use the Latin characters of SEPA. */
  readonly characters: 'ANY' | 'LATIN';
  /** LATIN: EPC references, without a slash at an end or two in a row. */
  readonly references: 'ANY' | 'LATIN';
  /** ANY: several creditor references of each type; SCOR: one of type SCOR. */
  readonly remittance: 'ANY' | 'SCOR';
  /** TOWN: an address needs a town. */
  readonly address: 'ANY' | 'TOWN';
  /** The largest amount of a transfer, as a decimal; the limit of pain.001 when absent. */
  readonly maxAmount?: string | undefined;
  /** An additional schema: a file in `ops/iso20022`, in the folder of published schemas, or in both. */
  readonly schema?: string | undefined;
}

/** For parties outside of the payment. */
export type PartyProfile = Pick<ProductProfile, 'nameLength' | 'characters' | 'references'>;

/** For messages of no product. */
export const anyParty: PartyProfile = { nameLength: 140, characters: 'ANY', references: 'ANY' };
