/**
 * Reads from a streaming replica. A commit is confirmed after the replica has applied it (`synchronous_commit =
 * remote_apply`), so reads there see every confirmed change. Start at `openReadReplica`; docs/scaling.md has the
 * PostgreSQL settings.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { every } from '../every.ts';
import { type DatabaseOptions, type OpenDatabase, openDatabase, type Work } from './connections/client.ts';
import { failureCode, failureKind } from './connections/failure.ts';
import { timeouts } from './connections/settings.ts';
import { DatabaseSetupError } from './prepare.ts';
import { type Query, QuerySession } from './session.ts';

const lookEveryMs = 2_000;
/**
 * How long a check is valid, from its start. All earlier commits had arrived. A later commit whose wait for the replica
 * is cut short by the statement time-out is confirmed after this time, because COMMIT is a statement of its own here.
 */
export const goodForMs = timeouts.statement_timeout - 2_000;
/** Limit of checks whether the replica has caught up, and the pause between them. */
const asksAtMost = 20;
const askAgainMs = 50;
/** A read conflicted with a change that the replica had to apply. */
const recoveryConflict = '40001';

export type ReadReplicaOptions = Pick<DatabaseOptions, 'url' | 'poolSize' | 'traces' | 'notice'>;

/**
 * The standbys that every commit waits for, by `synchronous_standby_names`; null: PostgreSQL may choose among them, or
 * accept any.
 */
export function waitedFor(setting: string): readonly string[] | null {
  const [before, inside] = setting.split('(', 2) as [string, string?];
  const list = inside === undefined ? before : inside.split(')', 1)[0];
  const count = inside === undefined ? 1 : Number(before.replace(/first|any/i, ''));
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim().replaceAll('"', ''))
    .filter((name) => name !== '');
  return names.length === count && !names.includes('*') ? names : null;
}

interface DatabaseServer extends Record<string, unknown> {
  readonly system: string;
  readonly standby: boolean;
  readonly name: string;
  readonly waitsFor: string;
  /** Flushed log position; null on a standby. */
  readonly flushed: string | null;
}

const describing = sql`
  select (select system_identifier::text from pg_control_system()) as "system", pg_is_in_recovery() as standby,
    current_setting('cluster_name') as name, current_setting('synchronous_standby_names') as "waitsFor",
    case when not pg_is_in_recovery() then pg_current_wal_flush_lsn()::text end as flushed`;

async function describe({ session }: Work): Promise<DatabaseServer> {
  const [row] = await session.db.execute<DatabaseServer>(describing);
  if (row === undefined) throw new Error('a server that says nothing about itself');
  return row;
}

async function hasApplied({ session }: Work, lsn: string): Promise<boolean> {
  for (let attempt = 0; attempt < asksAtMost; attempt += 1) {
    if (attempt > 0) await setTimeout(askAgainMs);
    const [row] = await session.db.execute<{ applied: boolean }>(
      sql`select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as applied`,
    );
    if (row?.applied === true) return true;
  }
  return false;
}

/** The permanent fault of this replica, in words for the operator, or null. */
function faultOf(primary: DatabaseServer, replica: DatabaseServer): string | null {
  if (!replica.standby) return 'the server is not a streaming replica';
  if (replica.system !== primary.system) return 'the server is a replica of another PostgreSQL';
  if (replica.name === '') return 'the server has no cluster_name, so commits cannot wait for it';
  return waitedFor(primary.waitsFor)?.includes(replica.name) === true
    ? null
    : `commits do not wait for it: synchronous_standby_names of the primary must contain its cluster_name, '${replica.name}', and wait for all servers that it names`;
}

/** Whether to retry a failed read on the primary. */
const isOfReplica = (error: unknown): boolean =>
  failureCode(error) === recoveryConflict || failureKind(error) === 'connection';

/**
 * Returns a database whose read-only sessions use the replica. Throws DatabaseSetupError for a permanent fault. While
 * the replica is away or behind, reads use the primary.
 */
export async function openReadReplica(
  primary: OpenDatabase,
  { url, poolSize, traces = null, notice = () => undefined }: ReadReplicaOptions,
): Promise<OpenDatabase> {
  const replica = openDatabase({ url, poolSize, traces });
  let readableUntil = 0;
  let lastReason: string | null = null;

  /** Checks once; returns a permanent fault or null. */
  async function look(): Promise<string | null> {
    const start = performance.now();
    let reason: string | null;
    let fault: string | null = null;
    try {
      const [here, there] = [await describe(primary), await describe(replica)];
      fault = faultOf(here, there);
      reason = fault ?? ((await hasApplied(replica, here.flushed ?? '')) ? null : 'it is behind');
    } catch (error) {
      reason = `the server cannot be reached (${failureCode(error) ?? 'unknown'})`;
    }
    readableUntil = reason === null ? start + goodForMs : 0;
    if (reason !== lastReason)
      notice(reason === null ? 'replica read again' : 'replica not read', reason === null ? {} : { reason });
    lastReason = reason;
    return fault;
  }

  function preferring(onReplica: Query, onPrimary: Query): Query {
    return async (config, values) => {
      if (performance.now() >= readableUntil) return onPrimary(config, values);
      try {
        return await onReplica(config, values);
      } catch (error) {
        if (isOfReplica(error)) return onPrimary(config, values);
        throw error;
      }
    };
  }

  const fault = await look();
  if (fault !== null) {
    await replica.close();
    throw new DatabaseSetupError(`DATABASE_READ_URL cannot be used: ${fault} (docs/scaling.md).`);
  }
  const looks = every(lookEveryMs, look, () => undefined);
  looks.start();

  return {
    ...primary,
    of(whom) {
      const own = primary.of(whom);
      const query = preferring(replica.of(whom).query, own.query);
      return { ...own, readOnly: new QuerySession(whom, query, own.session.insert, { shared: true }) };
    },
    async close() {
      await looks.stop();
      await Promise.all([replica.close(), primary.close()]);
    },
  };
}
