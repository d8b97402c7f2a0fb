import type { SettingValues } from './settings.ts';

type SettingNames = readonly (keyof SettingValues)[];

/**
 * Settings that are missing, have no effect, or cannot be combined. `values` lacks the malformed settings, but no fault may call them
 * missing: `productionFaults` leaves them out of its list, and src/config.ts removes all other faults that name them.
 */
export const combinationFaults = (
  values: SettingValues,
  malformedNames: readonly string[],
): readonly string[] => [
  ...poolerFaults(values),
  ...replicaFaults(values),
  ...remoteBankFaults('upstream', values),
  ...remoteBankFaults('core', values),
  ...seedFaults(values),
  ...identityFaults(values),
  ...notificationKeyFaults(values),
  ...(values.SANDBOX ? [] : productionFaults(values, malformedNames)),
];

function missingFaults(
  values: SettingValues,
  condition: string,
  neededNames: SettingNames,
): readonly string[] {
  const missingNames = neededNames.filter((name) => values[name] === undefined);
  return missingNames.length === 0 ? [] : [`${condition} needs ${missingNames.join(' and ')}`];
}

/** Settings that have no effect without `condition`. */
const unusedFaults = (values: SettingValues, condition: string, names: SettingNames): readonly string[] =>
  names.filter((name) => values[name] !== undefined).map((name) => `${name} needs ${condition}`);

function poolerFaults(values: SettingValues): readonly string[] {
  const condition = 'DATABASE_POOLER=transaction';
  return values.DATABASE_POOLER === 'none'
    ? unusedFaults(values, condition, ['DATABASE_DIRECT_URL'])
    : missingFaults(values, condition, ['DATABASE_URL', 'DATABASE_DIRECT_URL']);
}

/** A pooler would lose `synchronous_commit`, which the connections set so that commits wait for the replica. */
function replicaFaults(values: SettingValues): readonly string[] {
  if (values.DATABASE_READ_URL === undefined) return [];
  return [
    ...missingFaults(values, 'DATABASE_READ_URL', ['DATABASE_URL']),
    ...(values.DATABASE_POOLER === 'none' ? [] : ['DATABASE_READ_URL needs DATABASE_POOLER=none']),
  ];
}

const bankSettingNames = {
  upstream: {
    neededNames: ['UPSTREAM_URL', 'UPSTREAM_KEY', 'UPSTREAM_CERTIFICATE'],
    optionalNames: ['UPSTREAM_CA'],
    timeoutName: 'UPSTREAM_TIMEOUT',
  },
  core: {
    neededNames: ['CORE_URL', 'CORE_KEY', 'CORE_CERTIFICATE'],
    optionalNames: ['CORE_CA', 'ORDERS_DIR', 'ISO_PROFILE', 'ISO_SCHEMA_DIR'],
    timeoutName: 'CORE_TIMEOUT',
  },
} as const;

function remoteBankFaults(bank: 'upstream' | 'core', values: SettingValues): readonly string[] {
  const { neededNames, optionalNames, timeoutName } = bankSettingNames[bank];
  if (values.BANK !== bank) return unusedFaults(values, `BANK=${bank}`, [...neededNames, ...optionalNames]);
  return [
    ...missingFaults(values, `BANK=${bank}`, neededNames),
    ...(values[timeoutName] < values.REQUEST_DEADLINE
      ? []
      : [`${timeoutName} must be less than REQUEST_DEADLINE`]),
    ...(bank === 'core' && !values.SANDBOX && values.OIDC_ISSUER === undefined
      ? [
          'BANK=core with SANDBOX=false needs OIDC_ISSUER, because without an identity provider a PSU logs in without a password',
        ]
      : []),
  ];
}

function seedFaults({ SANDBOX: sandbox, SANDBOX_SEED: seed, BANK: bank }: SettingValues): readonly string[] {
  if (seed === undefined) return [];
  if (!sandbox) return ['SANDBOX_SEED is for SANDBOX=true'];
  return bank === 'upstream' || bank === 'core'
    ? [`SANDBOX_SEED is for BANK=simulated, since BANK=${bank} has customers of its own`]
    : [];
}

export const providerTimeoutSeconds = 5;

function identityFaults(values: SettingValues): readonly string[] {
  const names = ['OIDC_CLIENT_ID', 'OIDC_KEY', 'OIDC_ACR'] as const;
  if (values.OIDC_ISSUER === undefined) return unusedFaults(values, 'OIDC_ISSUER', names);
  return [
    ...missingFaults(values, 'OIDC_ISSUER', names),
    ...(values.REQUEST_DEADLINE > providerTimeoutSeconds
      ? []
      : [`OIDC_ISSUER needs a REQUEST_DEADLINE above ${providerTimeoutSeconds}`]),
    ...(values.BANK === 'upstream'
      ? ['OIDC_ISSUER cannot be used with BANK=upstream, which authenticates its PSUs itself']
      : []),
  ];
}

const notificationKeyFaults = (values: SettingValues): readonly string[] =>
  values.NOTIFICATION_KEY === undefined
    ? unusedFaults(values, 'NOTIFICATION_KEY', ['NOTIFICATION_CERTIFICATE'])
    : missingFaults(values, 'NOTIFICATION_KEY', ['NOTIFICATION_CERTIFICATE']);

function productionFaults(values: SettingValues, malformedNames: readonly string[]): readonly string[] {
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
