/** Reads the settings of the service from the environment. */
import { misspeltSettingFaults } from './process/misspelt-settings.ts';
import { tlsFaults, warningOfIgnoredVariables } from './process/postgres-variables.ts';
import { findProductionSigns } from './process/production-signs.ts';
import { combinationFaults, providerTimeoutSeconds } from './process/setting-faults.ts';
import { type Environment, type SettingValues, settingChecks, settingsSchema } from './process/settings.ts';

export type Config = ReturnType<typeof readConfig>;

export class ConfigError extends Error {
  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(`Wrong setting: ${faults.join('; ')}. See .env.example.`, options);
  }
}

/** Throws a ConfigError that names every wrong setting. An empty value counts as unset. */
export function readConfig(env: Environment = process.env) {
  const variables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const values = parseSettings(variables);
  return {
    port: values.PORT,
    host: values.HOST,
    /** Without a trailing slash. */
    publicUrl: values.PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    ignoredVariablesWarning: warningOfIgnoredVariables(variables, values),
    databaseEngine: values.DATABASE_ENGINE,
    databasePooler: values.DATABASE_POOLER,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    dataDir: values.DATA_DIR,
    trustAnchorsFile: values.TRUST_ANCHORS,
    revocationFile: values.CRL_FILE,
    sandbox: values.SANDBOX,
    seedFile: values.SANDBOX_SEED,
    bank: values.BANK ?? 'simulated',
    signsOfProduction: findProductionSigns(variables, values),
    upstream: values.BANK === 'upstream' ? connectionOf(values, 'UPSTREAM') : null,
    core: values.BANK === 'core' ? coreOf(values) : null,
    identity: values.OIDC_ISSUER === undefined ? null : identityOf(values, values.OIDC_ISSUER),
    /** The key and certificate that sign notifications. */
    seal: sealOf(values),
    signatureMaxAgeSeconds: values.SIGNATURE_MAX_AGE,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    requestDeadlineMs: values.REQUEST_DEADLINE * 1_000,
    requestsAtOnce: values.REQUESTS_AT_ONCE,
    /** Requests per second of each TPP; 0: no limit. */
    rateLimit: values.RATE_LIMIT ?? (values.SANDBOX ? 0 : 100),
    shutdownDelayMs: (values.SHUTDOWN_DELAY ?? (values.SANDBOX ? 0 : 5)) * 1_000,
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : tracingOf(values, values.OTEL_EXPORTER_OTLP_ENDPOINT),
    logLevel: values.LOG_LEVEL,
    /** null: pretty if standard error is a terminal, otherwise JSON. */
    logFormat: values.LOG_FORMAT ?? null,
  };
}

function parseSettings(variables: Environment): SettingValues {
  const result = settingsSchema.safeParse(variables);
  const issues = result.error?.issues ?? [];
  const malformedNames = issues.map(({ path }) => path.join('.'));
  const faults = [
    ...issues.map(({ message }, index) => `${malformedNames[index]} ${message}`),
    ...misspeltSettingFaults(Object.keys(variables), Object.keys(settingChecks)),
    ...faultsOfCombinations(variables, malformedNames),
  ];
  if (!result.success || faults.length > 0) throw new ConfigError(faults);
  return result.data;
}

/** The empty defaults here and in `identityOf` are never used, because `combinationFaults` has reported missing settings. */
const connectionOf = (values: SettingValues, prefix: 'UPSTREAM' | 'CORE') => ({
  url: values[`${prefix}_URL`] ?? '',
  keyFile: values[`${prefix}_KEY`] ?? '',
  certificateFile: values[`${prefix}_CERTIFICATE`] ?? '',
  authoritiesFile: values[`${prefix}_CA`],
  timeoutMs: values[`${prefix}_TIMEOUT`] * 1_000,
});

const coreOf = (values: SettingValues) => ({
  ...connectionOf(values, 'CORE'),
  ordersFolder: values.ORDERS_DIR ?? null,
  profileFile: values.ISO_PROFILE ?? null,
  schemaFolder: values.ISO_SCHEMA_DIR ?? null,
});

const identityOf = (values: SettingValues, issuer: string) => ({
  issuer,
  timeoutMs: providerTimeoutSeconds * 1_000,
  clientId: values.OIDC_CLIENT_ID ?? '',
  keyFile: values.OIDC_KEY ?? '',
  acrValues: (values.OIDC_ACR ?? '').trim().split(/\s+/),
  customerClaim: values.OIDC_CUSTOMER_CLAIM,
});

const sealOf = ({ NOTIFICATION_KEY: keyFile, NOTIFICATION_CERTIFICATE: certificateFile }: SettingValues) =>
  keyFile === undefined || certificateFile === undefined ? null : { keyFile, certificateFile };

const tracingOf = (values: SettingValues, endpoint: string) => ({
  endpoint,
  headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
  serviceName: values.OTEL_SERVICE_NAME ?? values.OTEL_RESOURCE_ATTRIBUTES?.['service.name'] ?? 'psd2-bank',
  attributes: values.OTEL_RESOURCE_ATTRIBUTES ?? {},
  sampler: values.OTEL_TRACES_SAMPLER,
  ratio: values.OTEL_TRACES_SAMPLER_ARG,
});

/**
 * Leaves out faults that name a malformed setting, because a correct value may remove them. The one fault that lists what production needs
 * remains, because `combinationFaults` has kept the malformed settings out of that list.
 */
function faultsOfCombinations(variables: Environment, malformedNames: readonly string[]) {
  const wellFormed = Object.entries(variables).filter(([name]) => !malformedNames.includes(name));
  const values = settingsSchema.parse(Object.fromEntries(wellFormed));
  const faults = [...combinationFaults(values, malformedNames), ...tlsFaults(variables, values)];
  return faults.filter((fault) => !malformedNames.some((name) => fault.includes(name)));
}
