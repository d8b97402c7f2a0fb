/** How the bank wants the orders of one product: what of the profile is written, what it bounds, and which schema judges. */
export interface ProductProfile {
  /** ExternalServiceLevel1Code: NURG, SEPA … */
  readonly serviceLevel: string;
  /** ExternalLocalInstrument1Code, or a word of the bank's own; none where absent. */
  readonly localInstrument?: { readonly code: string } | { readonly proprietary: string } | undefined;
  readonly chargeBearer: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  /** Whether the entries of an order are booked as one sum. */
  readonly batchBooking: boolean;
  /** The same for a bulk payment of salaries alone, which hides what each employee gets; else `batchBooking`. */
  readonly batchBookingOfSalaries?: boolean | undefined;
  /** Whether each entry has a UETR. */
  readonly uetr: boolean;
  /** The accounts of which the currency is written. */
  readonly accountCurrency: 'BOTH' | 'DEBTOR' | 'NONE';
  /** How the agent of the debtor is written: by the bank's BIC, or as not provided. */
  readonly debtorAgent: 'BIC' | 'NOTPROVIDED';
  /** Characters of the names of the TPP and the debtor; longer ones are shortened. */
  readonly nameLength: number;
  /** Whether texts are bounded to the Latin characters of SEPA. */
  readonly characters: 'ANY' | 'LATIN';
  /** Whether references and ids are, without a slash at an end or two in a row. */
  readonly references: 'ANY' | 'LATIN';
  /** Whether a payment may have references of the creditor of each type, or one of type SCOR. */
  readonly remittance: 'ANY' | 'SCOR';
  /** Whether an address must have a town. */
  readonly address: 'ANY' | 'TOWN';
  /** The largest amount of a transfer, a decimal number; absent: as pain.001 has it. */
  readonly maxAmount?: string | undefined;
  /** The schema that judges as well: a file in `ops/iso20022`, in the folder of published schemas, or in both. */
  readonly schema?: string | undefined;
}

/** What is written of parties that are no part of the payment. */
export type PartyProfile = Pick<ProductProfile, 'nameLength' | 'characters' | 'references'>;

/** A message that is of no product. */
export const anyParty: PartyProfile = { nameLength: 140, characters: 'ANY', references: 'ANY' };
