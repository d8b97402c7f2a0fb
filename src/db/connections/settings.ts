import type pg from 'pg';

export const engines = ['postgres', 'citus'] as const;
export type Engine = (typeof engines)[number];

/** Milliseconds. */
export const timeouts = {
  statement_timeout: 8_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

const connectTimeoutMs = 5_000;
const keepAliveAfterMs = 10_000;
/** PostgreSQL ends a statement earlier, by statement_timeout. So a server that has not responded by then is frozen or gone. */
export const answerTimeoutMs = timeouts.statement_timeout + 2_500;

/** The application_name of most connections. */
export const serviceName = 'psd2-bank';
/** The application_name of connections that examine or migrate the database at the start. */
export const setupName = `${serviceName} start`;

/** These parameters are removed from an address, because the driver would prefer them to the values of the service. */
const reservedParameters = [
  'application_name',
  'client_encoding',
  'replication',
  'query_timeout',
  ...Object.keys(timeouts),
] as const;

/** The driver treats these modes as verify-full too, but prints a warning. */
const modesLikeVerifyFull = ['prefer', 'require', 'verify-ca'];

export function connectionOptions(url: string, applicationName: string = serviceName): pg.ClientConfig {
  const address = new URL(url);
  const { searchParams } = address;
  const query = searchParams.toString();
  const options = searchParams.get('options');
  for (const name of [...reservedParameters, 'options']) searchParams.delete(name);
  if (modesLikeVerifyFull.includes(searchParams.get('sslmode') ?? '') && !searchParams.has('uselibpqcompat'))
    searchParams.set('sslmode', 'verify-full');
  return {
    // An address without such parameters stays as it is written.
    connectionString: searchParams.toString() === query ? url : address.href,
    ...(options === null ? {} : { options }),
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  };
}

/**
 * By default, PostgreSQL would choose a full scan while a table is small, and keep this plan for a minute while the table grows.
 * JIT is off: if a statement needs a disabled scan, PostgreSQL up to 17 estimates a very high cost, and would compile for 180 ms.
 */
const planning = {
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const;

/** Forces one plan, because PostgreSQL would replan statements with short lists or limits at every use. Not for Citus: it plans by TPP. */
const planningOf = (engine: Engine) =>
  engine === 'citus' ? planning : { ...planning, plan_cache_mode: 'force_generic_plan' };

/** A server, database or role may have other defaults. */
const formatSettings = {
  search_path: 'public',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  DateStyle: 'ISO,MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  transform_null_equals: 'off',
} as const;

/** PostgreSQL uses the last value of an option, so the options of the service come after those of the address. */
function withOptions(config: pg.ClientConfig, settings: Readonly<Record<string, string>>): pg.ClientConfig {
  const all = { ...formatSettings, default_transaction_isolation: 'read committed', ...settings };
  const serviceOptions = Object.entries(all).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  return { ...config, options: [...(config.options ? [config.options] : []), ...serviceOptions].join(' ') };
}

/** Not for a pooler that shares connections: it would refuse or lose these settings. */
export const sessionConfig = (
  config: pg.ClientConfig,
  {
    awaitReplicas = false,
    engine = 'postgres',
  }: { awaitReplicas?: boolean; engine?: Engine | undefined } = {},
): pg.ClientConfig => ({
  ...withOptions(config, {
    ...planningOf(engine),
    ...(awaitReplicas ? { synchronous_commit: 'remote_apply' } : {}),
  }),
  ...timeouts,
});

/**
 * Without `planning`, and without time-outs, because a migration may take long. `migrateDatabase` also removes the time-outs that the
 * server, database or role has set.
 */
export const migrationConfig = ({ query_timeout: _, ...config }: pg.ClientConfig): pg.ClientConfig =>
  withOptions(config, {});

/** Names the isolation level, because a database may have another default. */
export const begin = 'begin isolation level read committed';

/** For a connection through a pooler, which lacks the settings of `sessionConfig`. */
export const beginWithSettings = (engine: Engine): string =>
  begin +
  Object.entries({ ...formatSettings, ...timeouts, ...planningOf(engine) })
    .map(([name, value]) => `; set local ${name} = '${value}'`)
    .join('');
