interface ProductionSettings {
  readonly BANK?: 'simulated' | 'upstream' | 'core' | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
  readonly TRUST_ANCHORS?: string | undefined;
}

/**
 * Checks settings that have no default outside a sandbox: the bank, the database, the address and the trusted CAs.
 */
export function productionFaults(
  values: ProductionSettings,
  malformedNames: readonly string[],
): readonly string[] {
  const { BANK: bank, DATABASE_URL: database, PUBLIC_URL: address, TRUST_ANCHORS: anchors } = values;
  const requirements: readonly (readonly [name: string, isMet: boolean, demand: string])[] = [
    [
      'BANK',
      bank !== undefined && bank !== 'simulated',
      'BANK=upstream or BANK=core, because the simulated bank moves only play money',
    ],
    ['DATABASE_URL', database !== undefined, 'DATABASE_URL'],
    ['PUBLIC_URL', address?.startsWith('https:') ?? false, 'PUBLIC_URL with an https address'],
    ['TRUST_ANCHORS', anchors !== undefined, 'TRUST_ANCHORS, a PEM file of CA certificates'],
  ];
  const unmetDemands = requirements
    .filter(([name, isMet]) => !isMet && !malformedNames.includes(name))
    .map(([, , demand]) => demand);
  return unmetDemands.length === 0 ? [] : [`SANDBOX=false needs ${unmetDemands.join(', and ')}`];
}
