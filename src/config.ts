/**
 * All settings of a service, with their checks. They come from the environment, and are read once at the start.
 * .env.example lists the same settings.
 */
import { z } from 'zod';
import { engines } from './db/connections/settings.ts';
import { bankFaults } from './process/bank-faults.ts';
import { coreSettings } from './process/core-settings.ts';
import { databaseFaults } from './process/database-faults.ts';
import { identityFaults, identityProviderSettings } from './process/identity-faults.ts';
import { logSettings } from './process/log-settings.ts';
import { misspeltSettingFaults } from './process/misspelt-settings.ts';
import { notificationFaults, notificationSettings, sealFilesOf } from './process/notification-settings.ts';
import { ignoredVariablesWarning, tlsFaults } from './process/postgres-variables.ts';
import { productionFaults } from './process/production-faults.ts';
import { productionSigns } from './process/production-signs.ts';
import { flag, integer, postgresUrl, remoteBaseUrl, remoteUrl, webUrl } from './process/setting-checks.ts';
import { nameValueList, samplers, samplingRatio } from './process/tracing-settings.ts';

const banks = ['simulated', 'upstream', 'core'] as const;

/** The checks of the settings, by their names in the environment. */
export const settings = {
  /** TCP port to listen on. */
  PORT: integer(0, 65_535).default(4000),
  /** Address to listen on. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Base of absolute links; http://localhost:PORT when unset. */
  PUBLIC_URL: webUrl.optional(),
  /** Address of PostgreSQL. Unset: an embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: postgresUrl.optional(),
  /** postgres, or citus, which distributes the TPPs over nodes. Unset: the service detects it. */
  DATABASE_ENGINE: z.enum(engines, { error: `must be one of ${engines.join(', ')}` }).optional(),
  /** transaction: DATABASE_URL is the address of a pooler in transaction mode. */
  DATABASE_POOLER: z.enum(['none', 'transaction'], { error: 'must be none or transaction' }).default('none'),
  /** With DATABASE_POOLER=transaction: address of PostgreSQL itself, for migrations and notifications. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** Address of a streaming replica, which serves operations that only read. Commits must wait for it. */
  DATABASE_READ_URL: postgresUrl.optional(),
  /** Folder of the embedded database and the sandbox keys. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** PEM file of trusted CA certificates, in addition to the sandbox CA. */
  TRUST_ANCHORS: z.string().min(1).optional(),
  /** File of certificate revocation lists, PEM or DER; read again when it changes. */
  CRL_FILE: z.string().min(1).optional(),
  /** true: a sandbox, with sandbox operations, test CA, console and explorer. */
  SANDBOX: flag.default(true),
  /** YAML or JSON file of the data that a sandbox starts with. Default: the built-in data. */
  SANDBOX_SEED: z.string().min(1).optional(),
  /**
   * The bank behind the service: simulated, upstream (another bank with this interface) or core (a core system). Default in a
   * sandbox: simulated. Outside a sandbox there is no default.
   */
  BANK: z.enum(banks, { error: `must be one of ${banks.join(', ')}` }).optional(),
  /** With BANK=upstream: URL of the bank, with its base path. */
  UPSTREAM_URL: remoteBaseUrl.optional(),
  /** With BANK=upstream: file of the private key that signs requests to the bank, PEM. */
  UPSTREAM_KEY: z.string().min(1).optional(),
  /** With BANK=upstream: file of the certificate of that key, PEM. */
  UPSTREAM_CERTIFICATE: z.string().min(1).optional(),
  /** With BANK=upstream: PEM file of CA certificates trusted for TLS to the bank. Default: the CAs of Node. */
  UPSTREAM_CA: z.string().min(1).optional(),
  /** Timeout of a call to the bank upstream, in seconds; less than REQUEST_DEADLINE. */
  UPSTREAM_TIMEOUT: integer(1, 60, 'seconds').default(8),
  ...coreSettings,
  /**
   * Issuer of the identity provider (OpenID Connect) that authenticates PSUs, exactly as it names itself. Unset: the pages of
   * this service authenticate them.
   */
  OIDC_ISSUER: remoteUrl.optional(),
  /** With OIDC_ISSUER: client_id of this service at the provider. */
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  /** With OIDC_ISSUER: file of the private key for private_key_jwt, PEM: RSA, or EC on P-256. */
  OIDC_KEY: z.string().min(1).optional(),
  /** With OIDC_ISSUER: values of acr that are strong enough, separated by spaces. */
  OIDC_ACR: z.string().regex(/\S/, 'must name at least one value').optional(),
  /** With OIDC_ISSUER: the claim of the ID token that holds the customer number. */
  OIDC_CUSTOMER_CLAIM: z.string().min(1).default('customer_number'),
  ...notificationSettings,
  /** Seconds by which the Date header may differ from the clock. */
  SIGNATURE_MAX_AGE: integer(1, 86_400, 'seconds').default(300),
  /** Connections to PostgreSQL per process. */
  DATABASE_POOL_SIZE: integer(2, 200).default(20),
  /** Seconds after which a request without a response gets 503. */
  REQUEST_DEADLINE: integer(1, 300, 'seconds').default(10),
  /** Requests in progress per process. Further requests get 503. */
  REQUESTS_AT_ONCE: integer(1, 100_000).default(500),
  /** Requests per second of each TPP per process, with bursts of twice as many; 0: no limit. Default: 100, in a sandbox 0. */
  RATE_LIMIT: integer(0, 100_000, 'requests per second').optional(),
  /** Seconds for which a stopping process still serves requests while /readyz returns 503. Default: 5, in a sandbox 0. */
  SHUTDOWN_DELAY: integer(0, 300, 'seconds').optional(),
  /** OpenTelemetry collector that receives traces (OTLP over HTTP). Unset: nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  /** Headers for the collector, name=value,name=value. */
  OTEL_EXPORTER_OTLP_HEADERS: nameValueList.optional(),
  /** Name of this service in traces. Default: service.name of OTEL_RESOURCE_ATTRIBUTES, otherwise psd2-bank. */
  OTEL_SERVICE_NAME: z.string().min(1).max(255).optional(),
  /** Further attributes of this service in traces, name=value,name=value. */
  OTEL_RESOURCE_ATTRIBUTES: nameValueList.optional(),
  /** Which requests are traced. The parentbased samplers follow the traceparent of the request. */
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .default('parentbased_always_on'),
  /** With a traceidratio sampler: the share of traces, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: samplingRatio.default(1),
  ...logSettings,
} as const;

const settingsSchema = z.object(settings);

export type Config = ReturnType<typeof readConfig>;

/** The message is one line for the operator. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;
type Values = z.infer<typeof settingsSchema>;

/** Throws a ConfigError that names every wrong setting. An empty value counts as unset. */
export function readConfig(env: Environment = process.env) {
  const variables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const values = checkSettings(variables);
  return {
    port: values.PORT,
    host: values.HOST,
    /** Without a trailing slash; undefined: not set. */
    publicUrl: values.PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    /** A warning about variables such as PGHOST, which the service ignores; null: none is set. */
    ignoredVariablesWarning: ignoredVariablesWarning(variables, values),
    databaseEngine: values.DATABASE_ENGINE,
    databasePooler: values.DATABASE_POOLER,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    dataDir: values.DATA_DIR,
    trustAnchorsFile: values.TRUST_ANCHORS,
    revocationFile: values.CRL_FILE,
    sandbox: values.SANDBOX,
    seedFile: values.SANDBOX_SEED,
    /** Why this sandbox looks like a production bank although SANDBOX is not set; null: it does not. */
    productionSigns: productionSigns(variables, values),
    /** null: no bank upstream. */
    upstream: values.BANK === 'upstream' ? connectionOf(values, 'UPSTREAM') : null,
    /** null: no core system. */
    core: values.BANK === 'core' ? coreOf(values) : null,
    /** null: the pages of this service authenticate PSUs. */
    identity: values.OIDC_ISSUER === undefined ? null : identityProviderSettings(values, values.OIDC_ISSUER),
    /** Files of the key and certificate that sign notifications; null: both are unset. */
    seal: sealFilesOf(values),
    signatureMaxAgeSeconds: values.SIGNATURE_MAX_AGE,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    requestDeadlineMs: values.REQUEST_DEADLINE * 1_000,
    requestsAtOnce: values.REQUESTS_AT_ONCE,
    /** Requests per second of each TPP; 0: no limit. */
    rateLimit: values.RATE_LIMIT ?? (values.SANDBOX ? 0 : 100),
    shutdownDelayMs: (values.SHUTDOWN_DELAY ?? (values.SANDBOX ? 0 : 5)) * 1_000,
    /** null: nothing is traced. */
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : tracingOf(values, values.OTEL_EXPORTER_OTLP_ENDPOINT),
    logLevel: values.LOG_LEVEL,
    /** null: pretty if standard error is a terminal, otherwise JSON. */
    logFormat: values.LOG_FORMAT ?? null,
  };
}

function checkSettings(variables: Environment): Values {
  const result = settingsSchema.safeParse(variables);
  const issues = result.error?.issues ?? [];
  const malformedNames = issues.map(({ path }) => path.join('.'));
  const faults = [
    ...issues.map(({ message }, index) => `${malformedNames[index]} ${message}`),
    ...misspeltSettingFaults(Object.keys(variables), Object.keys(settings)),
    ...(result.success
      ? [...combinationFaults(result.data), ...tlsFaults(variables, result.data)]
      : faultsOfWellFormed(variables, malformedNames)),
  ];
  if (!result.success || faults.length > 0)
    throw new ConfigError(`Wrong setting: ${faults.join('; ')}. See .env.example.`);
  return result.data;
}

/** How to call the remote bank. `bankFaults` has required the values that have no default. */
const connectionOf = (values: Values, prefix: 'UPSTREAM' | 'CORE') => ({
  url: values[`${prefix}_URL`] ?? '',
  keyFile: values[`${prefix}_KEY`] ?? '',
  certificateFile: values[`${prefix}_CERTIFICATE`] ?? '',
  authoritiesFile: values[`${prefix}_CA`],
  timeoutMs: values[`${prefix}_TIMEOUT`] * 1_000,
});

const coreOf = (values: Values) => ({
  ...connectionOf(values, 'CORE'),
  ordersFolder: values.ORDERS_DIR ?? null,
  profileFile: values.ISO_PROFILE ?? null,
  schemaFolder: values.ISO_SCHEMA_DIR ?? null,
});

const tracingOf = (values: Values, endpoint: string) => ({
  endpoint,
  headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
  serviceName: values.OTEL_SERVICE_NAME ?? values.OTEL_RESOURCE_ATTRIBUTES?.['service.name'] ?? 'psd2-bank',
  attributes: values.OTEL_RESOURCE_ATTRIBUTES ?? {},
  sampler: values.OTEL_TRACES_SAMPLER,
  ratio: values.OTEL_TRACES_SAMPLER_ARG,
});

function combinationFaults(values: Values, malformedNames: readonly string[] = []): readonly string[] {
  return [
    ...databaseFaults(values),
    ...bankFaults(values),
    ...identityFaults(values),
    ...notificationFaults(values),
    ...(values.SANDBOX ? [] : productionFaults(values, malformedNames)),
  ];
}

/**
 * Checks combinations when some settings are malformed. A fault that names a malformed setting is left out, because it
 * may disappear with a correct value.
 */
function faultsOfWellFormed(variables: Environment, malformedNames: readonly string[]) {
  const wellFormed = Object.entries(variables).filter(([name]) => !malformedNames.includes(name));
  return combinationFaults(settingsSchema.parse(Object.fromEntries(wellFormed)), malformedNames).filter(
    (fault) => !malformedNames.some((name) => fault.includes(name)),
  );
}
