/**
 * Sends reads to a replica while checks show that it has every confirmed change. PostgreSQL confirms a commit only after the replica has
 * applied it, if the settings of docs/scaling.md are right.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { every } from '../every.ts';
import {
  type DatabaseOptions,
  type OpenDatabase,
  openDatabase,
  type TppDatabase,
} from './connections/client.ts';
import { failureCode, failureKind } from './connections/failure.ts';
import { DatabaseSetupError } from './prepare.ts';
import { type Query, Session } from './session.ts';

const checkEveryMs = 2_000;
/**
 * Reads use the replica for this time after the start of a successful check. If an operator removes the replica from
 * synchronous_standby_names, reads may miss new commits until this time has passed.
 */
export const checkValidMs = 6_000;
const maxReplayChecks = 20;
const replayCheckPauseMs = 50;
/** PostgreSQL's code for a read that conflicts with a change that the replica has to apply. */
const recoveryConflict = '40001';

export type ReadReplicaOptions = Pick<DatabaseOptions, 'url' | 'poolSize' | 'traces' | 'notice'>;

/**
 * Returns the standbys for which every commit waits. null: commits wait for no standby, or for standbys that PostgreSQL chooses.
 * `setting`: the value of synchronous_standby_names, for example `ANY 2 (a, b)`.
 */
export function readRequiredStandbys(setting: string): readonly string[] | null {
  const [beginning, inParentheses] = setting.split('(', 2) as [string, string?];
  const list = inParentheses === undefined ? beginning : inParentheses.split(')', 1)[0];
  // A list without parentheses requires one of its servers.
  const count = inParentheses === undefined ? 1 : Number(beginning.replace(/first|any/i, ''));
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim().replaceAll('"', ''))
    .filter((name) => name !== '');
  return names.length === count && !names.includes('*') ? names : null;
}

interface DatabaseServer extends Record<string, unknown> {
  /** Equal for a server and its standbys. */
  readonly system: string;
  readonly isStandby: boolean;
  readonly name: string;
  readonly synchronousStandbyNames: string;
  /** null on a standby. */
  readonly flushedPosition: string | null;
}

const describeStatement = sql`
  select (select system_identifier::text from pg_control_system()) as "system", pg_is_in_recovery() as "isStandby",
    current_setting('cluster_name') as name, current_setting('synchronous_standby_names') as "synchronousStandbyNames",
    case when not pg_is_in_recovery() then pg_current_wal_flush_lsn()::text end as "flushedPosition"`;

async function describe({ session }: TppDatabase): Promise<DatabaseServer> {
  const [row] = await session.db.execute<DatabaseServer>(describeStatement);
  if (row === undefined) throw new Error('PostgreSQL has not described itself');
  return row;
}

async function hasApplied({ session }: TppDatabase, lsn: string): Promise<boolean> {
  for (let attempt = 0; attempt < maxReplayChecks; attempt += 1) {
    if (attempt > 0) await setTimeout(replayCheckPauseMs);
    const [row] = await session.db.execute<{ applied: boolean }>(
      sql`select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as applied`,
    );
    if (row?.applied === true) return true;
  }
  return false;
}

function faultOf(primary: DatabaseServer, replica: DatabaseServer): string | null {
  if (!replica.isStandby) return 'the server is not a streaming replica';
  if (replica.system !== primary.system) return 'the server is a replica of another PostgreSQL';
  if (replica.name === '') return 'the server has no cluster_name, so commits cannot wait for it';
  return readRequiredStandbys(primary.synchronousStandbyNames)?.includes(replica.name) === true
    ? null
    : `commits do not wait for the replica: synchronous_standby_names of the primary must contain the replica's cluster_name, '${replica.name}', and must make commits wait for every server in the list`;
}

const isReplicaFailure = (error: unknown): boolean =>
  failureCode(error) === recoveryConflict || failureKind(error) === 'connection';

/** Throws DatabaseSetupError for a fault of the settings. While the replica is away or behind, reads use the primary. */
export async function openReadReplica(
  primary: OpenDatabase,
  { url, poolSize, traces = null, notice = () => undefined }: ReadReplicaOptions,
): Promise<OpenDatabase> {
  const replica = openDatabase({ url, poolSize, traces, acceptsStandby: true });
  let readableUntil = 0;
  /** Why the last check forbids reads from the replica. null: it allows them. */
  let lastReason: string | null = null;

  /** Returns the fault of the settings. null: there is none. */
  async function check(): Promise<string | null> {
    const start = performance.now();
    let reason: string | null;
    let fault: string | null = null;
    try {
      const primaryServer = await describe(primary);
      const replicaServer = await describe(replica);
      fault = faultOf(primaryServer, replicaServer);
      reason =
        fault ?? ((await hasApplied(replica, primaryServer.flushedPosition ?? '')) ? null : 'it is behind');
    } catch (error) {
      reason = `a server cannot be reached (${failureCode(error) ?? 'unknown'})`;
    }
    readableUntil = reason === null ? start + checkValidMs : 0;
    if (reason !== lastReason) {
      if (reason === null) notice('reads use the replica again', {});
      else notice('reads do not use the replica', { reason });
    }
    lastReason = reason;
    return fault;
  }

  function preferReplica(onReplica: Query, onPrimary: Query): Query {
    return async (config, values) => {
      if (performance.now() >= readableUntil) return onPrimary(config, values);
      try {
        return await onReplica(config, values);
      } catch (error) {
        if (isReplicaFailure(error)) return onPrimary(config, values);
        throw error;
      }
    };
  }

  const fault = await check();
  if (fault !== null) {
    await replica.close();
    throw new DatabaseSetupError(`DATABASE_READ_URL cannot be used: ${fault} (docs/scaling.md).`);
  }
  const loop = every(checkEveryMs, check, () => undefined);
  loop.start();

  return {
    ...primary,
    of(tppId) {
      const primaryDatabase = primary.of(tppId);
      const query = preferReplica(replica.of(tppId).query, primaryDatabase.query);
      return { ...primaryDatabase, readOnly: new Session(tppId, query) };
    },
    async close() {
      await loop.stop();
      await Promise.all([replica.close(), primary.close()]);
    },
  };
}
