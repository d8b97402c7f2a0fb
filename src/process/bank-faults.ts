/** Finds settings of the bank that are missing, unused, or cannot be combined with others. */

const settingNames = {
  upstream: {
    requiredNames: ['UPSTREAM_URL', 'UPSTREAM_KEY', 'UPSTREAM_CERTIFICATE'],
    optionalNames: ['UPSTREAM_CA'],
  },
  core: {
    requiredNames: ['CORE_URL', 'CORE_KEY', 'CORE_CERTIFICATE'],
    optionalNames: ['CORE_CA', 'ORDERS_DIR', 'ISO_PROFILE', 'ISO_SCHEMA_DIR'],
  },
} as const;
type RemoteBankKind = keyof typeof settingNames;

type SettingNames = (typeof settingNames)[RemoteBankKind]['requiredNames' | 'optionalNames'][number];

interface BankSettings extends Readonly<Partial<Record<SettingNames, string | undefined>>> {
  readonly SANDBOX: boolean;
  readonly SANDBOX_SEED?: string | undefined;
  readonly OIDC_ISSUER?: string | undefined;
  readonly BANK?: 'simulated' | RemoteBankKind | undefined;
  readonly UPSTREAM_TIMEOUT: number;
  readonly CORE_TIMEOUT: number;
  readonly REQUEST_DEADLINE: number;
}

export const bankFaults = (values: BankSettings): readonly string[] => [
  ...(Object.keys(settingNames) as RemoteBankKind[]).flatMap((bank) => remoteBankFaults(bank, values)),
  ...seedFaults(values),
];

/** SANDBOX_SEED replaces the data of the simulated bank, and no other data. */
function seedFaults({ SANDBOX: sandbox, SANDBOX_SEED: seed, BANK: bank }: BankSettings): readonly string[] {
  if (seed === undefined) return [];
  if (!sandbox) return ['SANDBOX_SEED is for SANDBOX=true'];
  return bank === 'upstream' || bank === 'core'
    ? [`SANDBOX_SEED is for BANK=simulated, since BANK=${bank} has customers of its own`]
    : [];
}

function remoteBankFaults(bank: RemoteBankKind, values: BankSettings): readonly string[] {
  const { requiredNames, optionalNames } = settingNames[bank];
  if (values.BANK !== bank) {
    const unusedNames = [...requiredNames, ...optionalNames].filter((name) => values[name] !== undefined);
    return unusedNames.map((name) => `${name} needs BANK=${bank}`);
  }
  const missingSettings = requiredNames.filter((name) => values[name] === undefined);
  const timeoutName = bank === 'upstream' ? 'UPSTREAM_TIMEOUT' : 'CORE_TIMEOUT';
  return [
    ...(missingSettings.length === 0 ? [] : [`BANK=${bank} needs ${missingSettings.join(' and ')}`]),
    ...(values[timeoutName] < values.REQUEST_DEADLINE
      ? []
      : [`${timeoutName} must be less than REQUEST_DEADLINE`]),
    // Without an identity provider, the pages accept a customer number as log-in.
    ...(bank === 'core' && !values.SANDBOX && values.OIDC_ISSUER === undefined
      ? [
          'BANK=core with SANDBOX=false needs OIDC_ISSUER, because without an identity provider a PSU logs in without a password',
        ]
      : []),
  ];
}
