/**
 * Runs in the guard after its service has ended: takes the service's lock, so that no other service starts or adopts the
 * server, and stops it. If a new service holds the lock, the server belongs to that one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { prove } from '../adopt.ts';
import { readPassword } from '../cluster.ts';
import { codeOf } from '../error.ts';
import { clusterFolder } from '../home.ts';
import { type ServiceLock, takeServiceLock } from '../lock.ts';
import { readPostmaster, type ShutdownMs, stopPostmaster, worksIn } from '../postmaster.ts';
import { describeProcess, isAlive, type ProcessIdentity } from '../processes.ts';
import type { Post } from './guard.ts';

/** A service that restarts within this time takes over the server. */
const graceMs = 1_000;
/** With the time above, less than five seconds. */
const hurried: ShutdownMs = { INT: 2_000, QUIT: 500, KILL: 500 };
/** How long to wait for a server that starts or recovers. */
const proofMs = 20_000;

/** `since`: when the service ended, by this process's own clock. */
export async function endServer(
  post: Post,
  reportedServer: ProcessIdentity | null,
  since: number,
): Promise<void> {
  await sleep(Math.max(0, since + graceMs - performance.now()));
  // Usually the service has stopped its server; then nothing is touched, because the folder may be in deletion.
  if (!(await mayRun(post, reportedServer))) return;
  const lock = await takeLock(post);
  if (lock === null) return;
  try {
    // If the system knows when a process began, the reported one is unmistakable.
    const isReportedAlive =
      reportedServer !== null && reportedServer.began !== null && isAlive(reportedServer);
    const server = isReportedAlive ? reportedServer : await serverOf(post);
    if (server !== null) await stopPostmaster(server, post.pgCtl, hurried);
  } finally {
    lock.release();
  }
}

async function mayRun({ home }: Post, reportedServer: ProcessIdentity | null): Promise<boolean> {
  if (reportedServer !== null && isAlive(reportedServer)) return true;
  const record = await readPostmaster(clusterFolder(home));
  return record !== null && describeProcess(record.pid) !== null;
}

/** null if a service lives or another guard does the same. */
async function takeLock({ home }: Post): Promise<Pick<ServiceLock, 'release'> | null> {
  try {
    return await takeServiceLock(home, 'close');
  } catch (error) {
    // The folder was deleted, so nobody can start in it.
    return codeOf(error) === 'ENOENT' ? { release: () => undefined } : null;
  }
}

/** Its process works in the folder, or it has answered with the password. */
async function serverOf({ home, database }: Post): Promise<ProcessIdentity | null> {
  const cluster = clusterFolder(home);
  const deadline = performance.now() + proofMs;
  while (performance.now() < deadline) {
    const record = await readPostmaster(cluster);
    const server = record && describeProcess(record.pid);
    if (!record || !server) return null;
    const belongs = await worksIn(cluster, record.pid);
    if (belongs !== 'unknown') return belongs === 'yes' ? server : null;
    if (record.status === 'ready' && (await prove(record, await readPassword(home), database)) === null) {
      return server;
    }
    await sleep(100);
  }
  return null;
}
