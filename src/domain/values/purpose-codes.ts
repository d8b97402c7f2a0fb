/** The codes of ISO 20022 ExternalPurpose1Code that the bank supports. */
// biome-ignore format: a table, in the order of the specification
export const purposeCodes = [
  'INVS', 'SALA', 'IDCP', 'CASH', 'CORT', 'INTC', 'PENS',
  'SSBE', 'SUPP', 'TAXS', 'TREA', 'VATX', 'LOAN', 'OTHR',
] as const;
