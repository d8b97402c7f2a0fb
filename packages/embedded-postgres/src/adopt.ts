/** Adopts the server of a killed service, after it has proven that it belongs to this folder. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCluster, readPassword } from './cluster.ts';
import { enterDatabase } from './connection.ts';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import { clusterFolder, type Home } from './home.ts';
import {
  isSamePostmaster,
  type PostmasterRecord,
  parsePostmaster,
  readPostmaster,
  takeOverRecord,
  worksIn,
} from './postmaster.ts';
import { describeProcess, type ProcessIdentity } from './processes.ts';

export interface RunningServer {
  readonly identity: ProcessIdentity;
  readonly port: number;
}

/** How long recovery or shutdown may take. */
const recoveryMs = 120_000;
/** How long a server that reports `ready` may refuse connections. */
const refusalMs = 15_000;

const wrongPassword = '28P01';
const otherServer = 'another server answers on its port';

/** null: no server runs, or none can be recognised. A start is safe then, because PostgreSQL refuses to run twice in a folder. */
export async function adopt(
  home: Home,
  database: string,
  cancelled?: AbortSignal,
): Promise<RunningServer | null> {
  const cluster = clusterFolder(home);
  if (!hasCluster(home) || (await readPostmaster(cluster)) === null) return null;
  const password = await readPassword(home);
  const patience = new Patience();
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 100)) {
    cancelled?.throwIfAborted();
    const record = await readPostmaster(cluster);
    if (record === null) return null;
    const identity = describeProcess(record.pid);
    const worksHere = identity === null ? 'no' : await worksIn(cluster, record.pid);
    if (identity === null || worksHere === 'no') {
      await takeOverRecord(cluster);
      return null;
    }
    const fault =
      record.status === 'ready' ? await faultOf(record, password, database) : record.status || 'starting';
    if (fault === null) return { identity, port: record.port };
    if (patience.isOver(record, fault)) {
      // Another program may have this pid.
      if (worksHere === 'unknown') return null;
      throw new EmbeddedPostgresError(
        `PostgreSQL (pid ${record.pid}) runs in ${home.folder} but cannot be used (${fault}). Stop it, then start again.`,
      );
    }
    await sleep(pauseMs);
  }
}

/** null: the server can be used. */
export async function faultOf(
  record: PostmasterRecord,
  password: string,
  database: string,
): Promise<string | null> {
  try {
    const postmasterText = await enterDatabase({ port: record.port, password }, database);
    return isSamePostmaster(parsePostmaster(postmasterText), record) ? null : otherServer;
  } catch (error) {
    return codeOf(error) || 'no answer';
  }
}

/** Says when to stop waiting for a server that cannot be used yet: at once if it belongs to another folder. */
export class Patience {
  #until = performance.now() + recoveryMs;

  isOver(record: PostmasterRecord | null, fault: string): boolean {
    if (fault === wrongPassword || fault === otherServer) return true;
    if (record?.status === 'ready') this.#until = Math.min(this.#until, performance.now() + refusalMs);
    return performance.now() > this.#until;
  }
}
