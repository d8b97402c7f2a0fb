/** Settings of the service's connections: what statements mean, time-outs, how PostgreSQL plans, how a transaction begins. */
import type pg from 'pg';

/** What serves the database: one PostgreSQL, or the coordinator of Citus. */
export const engines = ['postgres', 'citus'] as const;
export type Engine = (typeof engines)[number];

/** In force on every connection, or in every transaction where connections are shared by a pooler. Milliseconds. */
export const timeouts = {
  statement_timeout: 8_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

const connectTimeoutMs = 5_000;
const keepAliveAfterMs = 10_000;
/** Longer than statement_timeout: a server that has not answered by then is frozen or gone. */
export const answerTimeoutMs = timeouts.statement_timeout + 2_500;

/** What connections that serve are called in pg_stat_activity. */
export const serviceName = 'psd2-bank';
/** What connections are called that look and migrate, and serve nobody. */
export const visitorName = `${serviceName} start`;

/** Parameters that an address may not change: the driver would prefer them to what stands here. */
const reserved = [
  'application_name',
  'client_encoding',
  'replication',
  'query_timeout',
  ...Object.keys(timeouts),
] as const;

/** Settings for one connection of the service's own. */
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
 * Every statement has an index to read, and joins find rows by their keys. A table that is still small looks cheaper to
 * read as a whole, as the joins that are switched off here do, and PostgreSQL keeps such a plan, also of its checks of
 * foreign keys, until it has counted the rows again: a minute in which each posting would read all others.
 * Compiled code pays for reads of many rows alone. Up to PostgreSQL 17 a scan that is switched off and needed all the same, as that
 * of a table without rows, looks dear enough for it: 180 ms at every look for what is due.
 */
const planning = {
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const;

/**
 * A statement is planned once: left to itself, PostgreSQL plans those with short lists or limits at every use, which
 * costs more than to run them. Citus finds the node of a TPP by the value of the parameter, so it plans for values.
 */
const planningOf = (engine: Engine) =>
  engine === 'citus' ? planning : { ...planning, plan_cache_mode: 'force_generic_plan' };

/** What a text or a name means, and how values are written: server, database and role may have other defaults. */
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

/** The options of the address come first, so that they change nothing of ours. */
function withOptions(config: pg.ClientConfig, settings: Readonly<Record<string, string>>): pg.ClientConfig {
  const all = { ...meaning, default_transaction_isolation: 'read committed', ...settings };
  const own = Object.entries(all).map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`);
  return { ...config, options: [...(config.options ? [config.options] : []), ...own].join(' ') };
}

export interface SessionOptions {
  readonly awaitReplicas?: boolean | undefined;
  readonly engine?: Engine | undefined;
}

/** The same with the settings of its session from the start; a pooler that shares connections would refuse or lose them. */
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

/** The same for a migration, which has no time-outs and is planned as PostgreSQL likes. */
export const ofMigration = ({ query_timeout: _, ...config }: pg.ClientConfig): pg.ClientConfig =>
  withOptions(config, {});

const setForOne = (settings: Readonly<Record<string, string>>): string =>
  Object.entries({ ...meaning, ...timeouts, ...settings })
    .map(([name, value]) => `; set local ${name} = '${value}'`)
    .join('');

/** Whatever the database takes for its default: row locks and unique indexes keep the money right, not the level. */
const begin = 'begin isolation level read committed';

/** How transactions begin: on a connection of the service's own, on one that is shared, and for a statement planned by its values. */
export const beginningsOf = (engine: Engine) => ({
  own: begin,
  shared: begin + setForOne(planningOf(engine)),
  byValues: begin + setForOne({ ...planning, plan_cache_mode: 'force_custom_plan' }),
});
