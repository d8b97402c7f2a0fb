/**
 * Small code sets that payments share.
 * Only sets without rules of their own live here; statuses and currencies have their own files.
 */

/** Why a payment is made: the part of ISO 20022 ExternalPurpose1Code that the bank takes. */
// biome-ignore format: a table, in the order of the specification
export const purposeCodes = [
  'INVS', 'SALA', 'IDCP', 'CASH', 'CORT', 'INTC', 'PENS',
  'SSBE', 'SUPP', 'TAXS', 'TREA', 'VATX', 'LOAN', 'OTHR',
] as const;
