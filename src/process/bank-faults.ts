/** Checks the settings of a remote bank: which are missing, and which belong to another kind of bank. */

const banks = {
  upstream: {
    requiredNames: ['UPSTREAM_URL', 'UPSTREAM_KEY', 'UPSTREAM_CERTIFICATE'],
    optionalNames: ['UPSTREAM_CA'],
  },
  core: {
    requiredNames: ['CORE_URL', 'CORE_KEY', 'CORE_CERTIFICATE'],
    optionalNames: ['CORE_CA', 'ORDERS_DIR', 'ISO_PROFILE', 'ISO_SCHEMA_DIR'],
  },
} as const;
type Elsewhere = keyof typeof banks;

type SettingNames = (typeof banks)[Elsewhere]['requiredNames' | 'optionalNames'][number];

interface BankSettings extends Readonly<Partial<Record<SettingNames, string | undefined>>> {
  readonly SANDBOX: boolean;
  readonly SANDBOX_SEED?: string | undefined;
  readonly OIDC_ISSUER?: string | undefined;
  readonly BANK?: 'simulated' | Elsewhere | undefined;
  readonly UPSTREAM_TIMEOUT: number;
  readonly CORE_TIMEOUT: number;
  readonly REQUEST_DEADLINE: number;
}

export const bankFaults = (values: BankSettings): readonly string[] => [
  ...(Object.keys(banks) as Elsewhere[]).flatMap((bank) => faultsOf(bank, values)),
  ...seedFaults(values),
];

/** A seed is the data of the simulated bank. */
function seedFaults({ SANDBOX: sandbox, SANDBOX_SEED: seed, BANK: bank }: BankSettings): readonly string[] {
  if (seed === undefined) return [];
  if (!sandbox) return ['SANDBOX_SEED is for SANDBOX=true'];
  return bank === 'upstream' || bank === 'core'
    ? [`SANDBOX_SEED is for BANK=simulated, since BANK=${bank} has customers of its own`]
    : [];
}

function faultsOf(bank: Elsewhere, values: BankSettings): readonly string[] {
  const { requiredNames, optionalNames } = banks[bank];
  if (values.BANK !== bank) {
    const unusedNames = [...requiredNames, ...optionalNames].filter((name) => values[name] !== undefined);
    return unusedNames.map((name) => `${name} needs BANK=${bank}`);
  }
  const missingSettings = requiredNames.filter((name) => values[name] === undefined);
  const time = bank === 'upstream' ? 'UPSTREAM_TIMEOUT' : 'CORE_TIMEOUT';
  return [
    ...(missingSettings.length === 0 ? [] : [`BANK=${bank} needs ${missingSettings.join(' and ')}`]),
    ...(values[time] < values.REQUEST_DEADLINE ? [] : [`${time} must be less than REQUEST_DEADLINE`]),
    // Without an identity provider, the pages accept a customer number as log-in.
    ...(bank === 'core' && !values.SANDBOX && values.OIDC_ISSUER === undefined
      ? [
          'BANK=core with SANDBOX=false needs OIDC_ISSUER, because a PSU logs in to a sandbox without a password',
        ]
      : []),
  ];
}
