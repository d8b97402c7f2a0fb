/**
 * What the guard does once its service has ended: it takes the lock of the service, so that none can start or adopt
 * the server meanwhile, and stops the server in order. If a new service has the lock already, the server belongs to
 * that one and its guard. Start at `endServer`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { prove } from '../adopt.ts';
import { readPassword } from '../cluster.ts';
import { codeOf } from '../error.ts';
import { clusterFolder } from '../home.ts';
import { takeServiceLock } from '../lock.ts';
import { readPostmaster, type ShutdownMs, stopPostmaster, worksIn } from '../postmaster.ts';
import { describeProcess, isAlive, type ProcessIdentity } from '../processes.ts';
import type { Post } from './guard.ts';

/** Within this time a service that is started again takes the running server over. */
const graceMs = 1_000;
/** All steps together, and the time above, stay below five seconds. */
const hurried: ShutdownMs = { INT: 2_000, QUIT: 500, KILL: 500 };
/** How long to ask a server that cannot yet prove that it belongs here, because it starts or recovers. */
const proofMs = 20_000;

/** `since` is the moment, on this process's own clock, when the service had ended. */
export async function endServer(
  post: Post,
  reportedServer: ProcessIdentity | null,
  since: number,
): Promise<void> {
  await sleep(Math.max(0, since + graceMs - performance.now()));
  // Mostly: a service that exits asks its server to stop. Then nothing is touched, the folder may be on its way out.
  if (!(await mayRun(post, reportedServer))) return;
  const release = await lock(post);
  if (release === null) return;
  try {
    // Where the system tells when a process began, the one that we were told of is unmistakable.
    const isReportedAlive =
      reportedServer !== null && reportedServer.began !== null && isAlive(reportedServer);
    const server = isReportedAlive ? reportedServer : await serverOf(post);
    if (server !== null) await stopPostmaster(server, post.pgCtl, hurried);
  } finally {
    release();
  }
}

async function mayRun({ home }: Post, reportedServer: ProcessIdentity | null): Promise<boolean> {
  if (reportedServer !== null && isAlive(reportedServer)) return true;
  const record = await readPostmaster(clusterFolder(home));
  return record !== null && describeProcess(record.pid) !== null;
}

/** Null while a service lives, or another guard does the same. */
async function lock({ home }: Post): Promise<(() => void) | null> {
  try {
    return await takeServiceLock(home, 'close');
  } catch (error) {
    // The folder was deleted, so nobody can start anything in it.
    return codeOf(error) === 'ENOENT' ? () => undefined : null;
  }
}

/** The server of the folder: its process works there, or it has answered with the password. */
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
