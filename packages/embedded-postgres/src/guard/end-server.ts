/** The guard calls `endServer` after its service has ended. If a new service holds the lock, the server is left to that service. */
import { setTimeout as sleep } from 'node:timers/promises';
import { faultOf } from '../adopt.ts';
import { readPassword } from '../cluster.ts';
import { codeOf } from '../error.ts';
import { clusterFolder } from '../home.ts';
import { type ServiceLock, takeServiceLock } from '../lock.ts';
import { readPostmaster, type ShutdownMs, stopPostmaster, worksIn } from '../postmaster.ts';
import { describeProcess, isAlive, type ProcessIdentity } from '../processes.ts';
import type { GuardTask } from './guard.ts';

/** A service that restarts within this time takes over the server. */
const graceMs = 1_000;
/** Together with `graceMs` less than five seconds, as the README promises. */
const hurried: ShutdownMs = { INT: 2_000, QUIT: 500, KILL: 500 };
/** How long a server may take to prove that it belongs to this folder. */
const proofMs = 20_000;

export async function endServer(
  task: GuardTask,
  reportedServer: ProcessIdentity | null,
  serviceEndedAt: number,
): Promise<void> {
  await sleep(Math.max(0, serviceEndedAt + graceMs - performance.now()));
  // Usually no server runs. Then the guard takes no lock, because somebody may be deleting the folder.
  if (!(await mayRun(task, reportedServer))) return;
  const lock = await takeLock(task);
  if (lock === null) return;
  try {
    // Without a start time, a later process with the same pid could be mistaken for the server.
    const isReportedAlive =
      reportedServer !== null && reportedServer.began !== null && isAlive(reportedServer);
    const server = isReportedAlive ? reportedServer : await serverOf(task);
    if (server !== null) await stopPostmaster(server, task.pgCtl, hurried);
  } finally {
    lock.release();
  }
}

async function mayRun({ home }: GuardTask, reportedServer: ProcessIdentity | null): Promise<boolean> {
  if (reportedServer !== null && isAlive(reportedServer)) return true;
  const record = await readPostmaster(clusterFolder(home));
  return record !== null && describeProcess(record.pid) !== null;
}

/** null: a service lives, or another guard has the lock. */
async function takeLock({ home }: GuardTask): Promise<Pick<ServiceLock, 'release'> | null> {
  try {
    return await takeServiceLock(home, 'close');
  } catch (error) {
    // The folder was deleted. Nobody can start in it, so the guard needs no lock.
    return codeOf(error) === 'ENOENT' ? { release: () => undefined } : null;
  }
}

/** The server that the record of the cluster names. null: it has ended, or does not prove that it belongs to this folder. */
async function serverOf({ home, database }: GuardTask): Promise<ProcessIdentity | null> {
  const cluster = clusterFolder(home);
  const deadline = performance.now() + proofMs;
  while (performance.now() < deadline) {
    const record = await readPostmaster(cluster);
    const server = record && describeProcess(record.pid);
    if (!record || !server) return null;
    const worksHere = await worksIn(cluster, record.pid);
    if (worksHere !== 'unknown') return worksHere === 'yes' ? server : null;
    if (record.status === 'ready' && (await faultOf(record, await readPassword(home), database)) === null) {
      return server;
    }
    await sleep(100);
  }
  return null;
}
