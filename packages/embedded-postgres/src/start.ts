/**
 * Adopts the server of a folder or starts it, several times if needed: the remains of a killed server take a while to
 * disappear.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, Patience, prove, type RunningServer } from './adopt.ts';
import { program } from './binaries.ts';
import { ensureCluster, readPassword } from './cluster.ts';
import { EmbeddedPostgresError } from './error.ts';
import { clusterFolder } from './home.ts';
import { type Launched, type LaunchOptions, launch, logFile } from './launch.ts';
import { readPostmaster, stopPostmaster } from './postmaster.ts';

export interface Server extends RunningServer {
  /** null for an adopted server, which is not a child process. */
  readonly launched: Launched | null;
}

export interface Start extends LaunchOptions {
  readonly database: string;
  /** Aborted when the server is no longer needed. */
  readonly cancelled: AbortSignal;
}

/** Pauses between attempts: workers and memory of a killed server are gone within seconds. */
const pausesMs = [0, 50, 150, 300, 600, 1_000, 2_000];
/** Temporary failures: a port taken in between, or remains of a killed server. Other failures get two more attempts. */
const passing = /shared memory|lock file|TCP\/IP socket|Address already in use/i;
const portTaken = /TCP\/IP socket|Address already in use/i;
const otherAttempts = 3;

/** With `port`, only a server on that port, for the sake of open connections. */
export async function openServer(start: Start, port?: number): Promise<Server> {
  const { home, database, cancelled } = start;
  const running = await adopt(home, database, cancelled);
  if (running === null) return await startNew(start, port);
  if (port !== undefined && running.port !== port) {
    throw new EmbeddedPostgresError(
      `Another program has started PostgreSQL (pid ${running.identity.pid}) in ${home.folder}, on port ${running.port} instead of ${port}.`,
    );
  }
  start.onProcess(running.identity);
  return { ...running, launched: null };
}

async function startNew(start: Start, port?: number): Promise<Server> {
  const { home, binaries, durable, cancelled } = start;
  await ensureCluster(binaries, home, durable);
  let reason = '';
  for (const [attempt, pause] of pausesMs.entries()) {
    if (attempt >= otherAttempts && !passing.test(reason)) break;
    await sleep(pause, undefined, { signal: cancelled });
    const launched = await launch(start, port);
    try {
      if (await becomesReady(start, launched)) {
        return { identity: launched.identity, port: launched.port, launched };
      }
      reason = await launched.reason();
    } catch (error) {
      await stopPostmaster(launched.identity, program(binaries, 'pg_ctl'));
      throw error;
    }
  }
  const hint = port !== undefined && portTaken.test(reason) ? `: port ${port} is taken` : '';
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start: ${reason}${hint}. See ${logFile(home)}.`,
  );
}

/** False if its process ended first. */
async function becomesReady({ home, database, cancelled }: Start, launched: Launched): Promise<boolean> {
  const cluster = clusterFolder(home);
  const password = await readPassword(home);
  const patience = new Patience();
  for (let pause = 4; !launched.hasEnded(); pause = Math.min(pause * 1.5, 100)) {
    cancelled.throwIfAborted();
    const record = await readPostmaster(cluster);
    let refusal = 'starting';
    // Checked first: before the server listens, any program could be on that port.
    if (record?.pid === launched.identity.pid && record.port === launched.port && record.status === 'ready') {
      const objection = await prove(record, password, database);
      if (objection === null) return true;
      refusal = objection;
    }
    if (patience.isOver(record, refusal)) {
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL started but cannot be used (${refusal}). See ${logFile(home)}.`,
      );
    }
    await Promise.race([sleep(pause), launched.ended]);
  }
  return false;
}
