/** Connection settings: meaning of statements, time-outs, planning, beginning of transactions. */
import type pg from 'pg';

export const engines = ['postgres', 'citus'] as const;
export type Engine = (typeof engines)[number];

/** Milliseconds. Set on every connection, or per transaction where a pooler shares connections. */
export const timeouts = {
  statement_timeout: 8_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

const connectTimeoutMs = 5_000;
const keepAliveAfterMs = 10_000;
/** Longer than statement_timeout: a server that has not responded by then is frozen or gone. */
export const answerTimeoutMs = timeouts.statement_timeout + 2_500;

/** Service connections in pg_stat_activity. */
export const serviceName = 'psd2-bank';
/** Connections that inspect and migrate. */
export const visitorName = `${serviceName} start`;

/** The driver would let the address override these parameters. */
const reserved = [
  'application_name',
  'client_encoding',
  'replication',
  'query_timeout',
  ...Object.keys(timeouts),
] as const;

export function connectionOptions(url: string, applicationName: string = serviceName): pg.ClientConfig {
  const address = new URL(url);
  const { searchParams } = address;
  const options = searchParams.get('options');
  for (const name of [...reserved, 'options']) searchParams.delete(name);
  return {
    connectionString: searchParams.size < new URL(url).searchParams.size ? address.href : url,
    ...(options === null ? {} : { options }),
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  };
}

/**
 * Every statement has an index, and joins find rows by key. While a table is small, a full scan looks cheaper, and
 * PostgreSQL keeps such plans (also of foreign key checks) until it analyses the table again: for a minute each posting
 * would read all others. JIT pays only for reads of many rows; up to PostgreSQL 17 the cost of a disabled but needed
 * scan triggers it: 180 ms at every check for due work.
 */
const planning = {
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const;

/**
 * One plan per statement: by default PostgreSQL replans those with short lists or limits at every use, which costs more
 * than running them. Citus needs the parameter value to find the node of a TPP.
 */
const planningOf = (engine: Engine) =>
  engine === 'citus' ? planning : { ...planning, plan_cache_mode: 'force_generic_plan' };

/** Meaning of texts and names: server, database and role may have other defaults. */
const meaning = {
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

/** Options of the address come first, so that ours win. */
function withOptions(config: pg.ClientConfig, settings: Readonly<Record<string, string>>): pg.ClientConfig {
  const all = { ...meaning, default_transaction_isolation: 'read committed', ...settings };
  const own = Object.entries(all).map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`);
  return { ...config, options: [...(config.options ? [config.options] : []), ...own].join(' ') };
}

export interface SessionOptions {
  readonly awaitReplicas?: boolean | undefined;
  readonly engine?: Engine | undefined;
}

/** Sets them for the session; a pooler that shares connections would refuse or lose them. */
export const ofSession = (
  config: pg.ClientConfig,
  { awaitReplicas = false, engine = 'postgres' }: SessionOptions = {},
): pg.ClientConfig => ({
  ...withOptions(config, {
    ...planningOf(engine),
    ...(awaitReplicas ? { synchronous_commit: 'remote_apply' } : {}),
  }),
  ...timeouts,
});

/** A migration has no time-outs and default planning. */
export const ofMigration = ({ query_timeout: _, ...config }: pg.ClientConfig): pg.ClientConfig =>
  withOptions(config, {});

const setForOne = (settings: Readonly<Record<string, string>>): string =>
  Object.entries({ ...meaning, ...timeouts, ...settings })
    .map(([name, value]) => `; set local ${name} = '${value}'`)
    .join('');

/** Independent of the default of the database. Row locks and unique indexes protect the money, not the isolation level. */
const begin = 'begin isolation level read committed';

/** On a connection of the service, on a shared one, and for a statement planned by its values. */
export const beginningsOf = (engine: Engine) => ({
  own: begin,
  shared: begin + setForOne(planningOf(engine)),
  byValues: begin + setForOne({ ...planning, plan_cache_mode: 'force_custom_plan' }),
});
