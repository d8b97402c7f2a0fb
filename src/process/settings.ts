/** The check and the default of each setting of a service. .env.example describes the settings. */
import { z } from 'zod';
import { engines } from '../db/connections/settings.ts';
import { logFormats } from './pretty-log.ts';
import {
  flag,
  folderToCreate,
  integer,
  nameValueList,
  oneOf,
  postgresUrl,
  publicWebUrl,
  remoteBaseUrl,
  remoteUrlAsWritten,
  samplingRatio,
  webUrl,
} from './setting-checks.ts';

export const settingChecks = {
  PORT: integer(0, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: publicWebUrl.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_ENGINE: oneOf(engines).optional(),
  DATABASE_POOLER: oneOf(['none', 'transaction']).default('none'),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATA_DIR: folderToCreate.default('.data'),
  TRUST_ANCHORS: z.string().optional(),
  CRL_FILE: z.string().optional(),
  SANDBOX: flag.default(true),
  SANDBOX_SEED: z.string().optional(),
  BANK: oneOf(['simulated', 'upstream', 'core']).optional(),
  UPSTREAM_URL: remoteBaseUrl.optional(),
  UPSTREAM_KEY: z.string().optional(),
  UPSTREAM_CERTIFICATE: z.string().optional(),
  UPSTREAM_CA: z.string().optional(),
  UPSTREAM_TIMEOUT: integer(1, 60, 'seconds').default(8),
  CORE_URL: remoteBaseUrl.optional(),
  CORE_KEY: z.string().optional(),
  CORE_CERTIFICATE: z.string().optional(),
  CORE_CA: z.string().optional(),
  CORE_TIMEOUT: integer(1, 60, 'seconds').default(8),
  ORDERS_DIR: z.string().optional(),
  ISO_PROFILE: z.string().optional(),
  ISO_SCHEMA_DIR: z.string().optional(),
  OIDC_ISSUER: remoteUrlAsWritten.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_KEY: z.string().optional(),
  OIDC_ACR: z.string().regex(/\S/, 'must name at least one value').optional(),
  OIDC_CUSTOMER_CLAIM: z.string().default('customer_number'),
  NOTIFICATION_KEY: z.string().optional(),
  NOTIFICATION_CERTIFICATE: z.string().optional(),
  SIGNATURE_MAX_AGE: integer(1, 86_400, 'seconds').default(300),
  DATABASE_POOL_SIZE: integer(2, 200).default(20),
  REQUEST_DEADLINE: integer(1, 300, 'seconds').default(10),
  REQUESTS_AT_ONCE: integer(1, 100_000).default(500),
  RATE_LIMIT: integer(0, 100_000, 'requests per second').optional(),
  SHUTDOWN_DELAY: integer(0, 300, 'seconds').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: nameValueList.optional(),
  OTEL_SERVICE_NAME: z.string().max(255).optional(),
  OTEL_RESOURCE_ATTRIBUTES: nameValueList.optional(),
  OTEL_TRACES_SAMPLER: oneOf([
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ]).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: samplingRatio.default(1),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  LOG_FORMAT: oneOf(logFormats).optional(),
} as const;

export const settingsSchema = z.object(settingChecks);

export type SettingValues = z.infer<typeof settingsSchema>;

export type Environment = Readonly<Record<string, string | undefined>>;
