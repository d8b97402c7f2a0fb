/**
 * The only reader of the environment. Every setting is listed, documented and checked here, once, at start;
 * the rest of the source receives values. .env.example mirrors this table.
 */
import { z } from 'zod';

const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535);
const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true');
const seconds = (min: number, max: number) =>
  z.coerce.number({ error: 'must be a number of seconds' }).int().min(min).max(max);
const webUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https URL',
  )
  .transform((text) => text.replace(/\/+$/, ''));
const postgresUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), 'must be a postgres:// URL');

/** Every setting by its environment name: its check, its default and what it means. */
export const settings = {
  PORT: { check: port.default(4000), about: 'TCP port to listen on.' },
  HOST: { check: z.string().min(1).default('127.0.0.1'), about: 'Address to listen on.' },
  PUBLIC_URL: {
    check: webUrl.optional(),
    about: 'Base of absolute links; http://localhost:PORT when unset.',
  },
  DATABASE_URL: {
    check: postgresUrl.optional(),
    about: 'PostgreSQL to use; unset: an embedded one in DATA_DIR.',
  },
  DATA_DIR: {
    check: z.string().min(1).default('.data'),
    about: 'Folder of the embedded database and the sandbox keys.',
  },
  TRUST_ANCHORS: {
    check: z.string().min(1).optional(),
    about: 'PEM file of CA certificates trusted besides the sandbox CA.',
  },
  SANDBOX: { check: flag.default(true), about: 'Sandbox operations, test CA, console and explorer.' },
  SIGNATURE_MAX_AGE: {
    check: seconds(1, 86_400).default(300),
    about: 'Seconds by which the Date header may differ from the clock.',
  },
  DATABASE_POOL_SIZE: {
    check: z.coerce.number().int().min(2).max(200).default(20),
    about: 'Connections to PostgreSQL per process.',
  },
  LOG_LEVEL: {
    check: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    about: 'Least level of log lines written.',
  },
} as const;

const environment = z.object({
  PORT: settings.PORT.check,
  HOST: settings.HOST.check,
  PUBLIC_URL: settings.PUBLIC_URL.check,
  DATABASE_URL: settings.DATABASE_URL.check,
  DATA_DIR: settings.DATA_DIR.check,
  TRUST_ANCHORS: settings.TRUST_ANCHORS.check,
  SANDBOX: settings.SANDBOX.check,
  SIGNATURE_MAX_AGE: settings.SIGNATURE_MAX_AGE.check,
  DATABASE_POOL_SIZE: settings.DATABASE_POOL_SIZE.check,
  LOG_LEVEL: settings.LOG_LEVEL.check,
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; undefined until the port is known when PUBLIC_URL is unset. */
  readonly publicUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly trustAnchorsFile: string | undefined;
  readonly sandbox: boolean;
  readonly signatureMaxAgeSeconds: number;
  readonly databasePoolSize: number;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

/** A setting that stops the start; its message is one line for a human. */
export class ConfigError extends Error {}

/** Reads and checks the settings; throws ConfigError naming every wrong one. An empty value counts as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(`Wrong setting: ${faults.join('; ')}. See .env.example.`);
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    trustAnchorsFile: values.TRUST_ANCHORS,
    sandbox: values.SANDBOX,
    signatureMaxAgeSeconds: values.SIGNATURE_MAX_AGE,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    logLevel: values.LOG_LEVEL,
  };
}
