/**
 * All settings of a service, with their checks. They come from the environment, and are read once at the start.
 * .env.example lists the same settings.
 */
import { z } from 'zod';
import { engines } from '../db/connections/settings.ts';
import { logFormats } from './pretty-log.ts';
import {
  flag,
  integer,
  nameValueList,
  oneOf,
  postgresUrl,
  publicWebUrl,
  remoteBaseUrl,
  remoteUrl,
  samplingRatio,
  webUrl,
} from './setting-checks.ts';

/** The checks of the settings, by their names in the environment. */
export const settings = {
  /** TCP port to listen on. */
  PORT: integer(0, 65_535).default(4000),
  /** Address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  /** Base of absolute links; http://localhost:PORT when unset. */
  PUBLIC_URL: publicWebUrl.optional(),
  /** Address of PostgreSQL. Unset: an embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: postgresUrl.optional(),
  /** postgres, or citus, which distributes the TPPs over nodes. Unset: the service detects it. */
  DATABASE_ENGINE: oneOf(engines).optional(),
  /** transaction: DATABASE_URL is the address of a pooler in transaction mode. */
  DATABASE_POOLER: z.enum(['none', 'transaction'], { error: 'must be none or transaction' }).default('none'),
  /** With DATABASE_POOLER=transaction: address of PostgreSQL itself, for migrations and notifications. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** Address of a streaming replica, which serves operations that only read. Commits must wait for it. */
  DATABASE_READ_URL: postgresUrl.optional(),
  /** Folder of the embedded database and the sandbox keys. */
  DATA_DIR: z.string().default('.data'),
  /** PEM file of trusted CA certificates, in addition to the sandbox CA. */
  TRUST_ANCHORS: z.string().optional(),
  /** File of certificate revocation lists, PEM or DER; read again when it changes. */
  CRL_FILE: z.string().optional(),
  /** true: a sandbox, with sandbox operations, test CA, console and explorer. */
  SANDBOX: flag.default(true),
  /** YAML or JSON file of the data that a sandbox starts with. Default: the built-in data. */
  SANDBOX_SEED: z.string().optional(),
  /**
   * The bank behind the service: simulated, upstream (another bank with this interface) or core (a core system). Default in a
   * sandbox: simulated. Outside a sandbox there is no default.
   */
  BANK: oneOf(['simulated', 'upstream', 'core']).optional(),
  /** With BANK=upstream: URL of the bank, with its base path. */
  UPSTREAM_URL: remoteBaseUrl.optional(),
  /** With BANK=upstream: file of the private key that signs requests to the bank, PEM. */
  UPSTREAM_KEY: z.string().optional(),
  /** With BANK=upstream: file of the certificate of that key, PEM. */
  UPSTREAM_CERTIFICATE: z.string().optional(),
  /** With BANK=upstream: PEM file of CA certificates trusted for TLS to the bank. Default: the CAs of Node. */
  UPSTREAM_CA: z.string().optional(),
  /** Timeout of a call to the bank upstream, in seconds; less than REQUEST_DEADLINE. */
  UPSTREAM_TIMEOUT: integer(1, 60, 'seconds').default(8),
  /** With BANK=core: URL of the core system, with its base path. */
  CORE_URL: remoteBaseUrl.optional(),
  /** With BANK=core: file of the private key of the TLS client, PEM. */
  CORE_KEY: z.string().optional(),
  /** With BANK=core: file of the certificate of that key, PEM. */
  CORE_CERTIFICATE: z.string().optional(),
  /** With BANK=core: PEM file of CA certificates trusted for TLS to the core system. Default: the CAs of Node. */
  CORE_CA: z.string().optional(),
  /** Timeout of a call to the core system, in seconds; less than REQUEST_DEADLINE. */
  CORE_TIMEOUT: integer(1, 60, 'seconds').default(8),
  /** With BANK=core: folder to which the service writes orders instead of sending them to the core system. */
  ORDERS_DIR: z.string().optional(),
  /** With BANK=core: JSON file with the ISO 20022 profile of the bank. Default: ops/iso20022/profile.json. */
  ISO_PROFILE: z.string().optional(),
  /** With BANK=core: folder of published XML schemas. They validate messages in addition to the schemas of this service. */
  ISO_SCHEMA_DIR: z.string().optional(),
  /**
   * Issuer of the identity provider (OpenID Connect) that authenticates PSUs, exactly as it names itself. Unset: the pages of
   * this service authenticate them.
   */
  OIDC_ISSUER: remoteUrl.optional(),
  /** With OIDC_ISSUER: client_id of this service at the provider. */
  OIDC_CLIENT_ID: z.string().optional(),
  /** With OIDC_ISSUER: file of the private key for private_key_jwt, PEM: RSA, or EC on P-256. */
  OIDC_KEY: z.string().optional(),
  /** With OIDC_ISSUER: values of acr that are strong enough, separated by spaces. */
  OIDC_ACR: z.string().regex(/\S/, 'must name at least one value').optional(),
  /** With OIDC_ISSUER: the claim of the ID token that holds the customer number. */
  OIDC_CUSTOMER_CLAIM: z.string().default('customer_number'),
  /** File of the private key that signs notifications, PEM. Unset: a sandbox makes one; outside a sandbox no TPP is notified. */
  NOTIFICATION_KEY: z.string().optional(),
  /** File of the certificate of that key, PEM. */
  NOTIFICATION_CERTIFICATE: z.string().optional(),
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
  OTEL_SERVICE_NAME: z.string().max(255).optional(),
  /** Further attributes of this service in traces, name=value,name=value. */
  OTEL_RESOURCE_ATTRIBUTES: nameValueList.optional(),
  /** Which requests are traced. The parentbased samplers follow the traceparent of the request. */
  OTEL_TRACES_SAMPLER: oneOf([
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ]).default('parentbased_always_on'),
  /** With a traceidratio sampler: the share of traces, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: samplingRatio.default(1),
  /** Lowest level of log lines that are written. */
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** json, or pretty: readable lines. Unset: pretty on a terminal, otherwise json. */
  LOG_FORMAT: oneOf(logFormats).optional(),
} as const;

export const settingsSchema = z.object(settings);

export type SettingValues = z.infer<typeof settingsSchema>;

export type Environment = Readonly<Record<string, string | undefined>>;
