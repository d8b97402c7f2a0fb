/** Restarts a server that has ended, on the same port, where the service's connections expect it. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { logFile } from './launch.ts';
import { isAlive } from './processes.ts';
import { openServer, type Server, type StartOptions } from './start.ts';

/** Pauses before the attempts to restart. If somebody stops server and service at once, the service notices in the first pause. */
const pausesMs: readonly number[] = [100, 1_000, 3_000, 10_000, 30_000];
/** After a server has run for this time, all attempts are allowed again. */
const steadyMs = 60_000;
/** An adopted server is no child process, so no event reports its end. */
const checkEveryMs = 250;

export interface Supervision {
  readonly startOptions: StartOptions;
  readonly onNotice: (text: string) => void;
  /** Tests replace `open` and `pauses`. */
  readonly open?: (options: StartOptions, port: number) => Promise<Server>;
  readonly pauses?: readonly number[];
}

export async function supervise(supervision: Supervision, first: Server): Promise<void> {
  const { startOptions, onNotice, pauses = pausesMs } = supervision;
  let pausesLeft = [...pauses];
  let server = first;
  for (;;) {
    const since = performance.now();
    await waitForEnd(server, startOptions.cancelled);
    if (performance.now() - since > steadyMs) pausesLeft = [...pauses];
    const next = await startAgain(supervision, server, pausesLeft);
    if (next === null) return;
    server = next;
    onNotice(`The embedded PostgreSQL runs again (pid ${server.identity.pid}) on port ${server.port}.`);
  }
}

/** Removes the pauses that it uses from `pausesLeft`. null: the service stops, or no attempt is left. */
async function startAgain(
  { startOptions, onNotice, open = openServer }: Supervision,
  endedServer: Server,
  pausesLeft: number[],
): Promise<Server | null> {
  const ending = `The embedded PostgreSQL (pid ${endedServer.identity.pid}) has ended`;
  const log = `See ${logFile(startOptions.home)}.`;
  const { cancelled } = startOptions;
  let lastFailure: string | null = null;
  for (let pauseMs = pausesLeft.shift(); pauseMs !== undefined; pauseMs = pausesLeft.shift()) {
    await sleep(pauseMs, undefined, { signal: cancelled }).catch(() => undefined);
    if (cancelled.aborted) return null;
    if (lastFailure === null) onNotice(`${ending} and is being restarted. ${log}`);
    try {
      return await open(startOptions, endedServer.port);
    } catch (error) {
      if (cancelled.aborted) return null;
      lastFailure = error instanceof Error ? error.message : String(error);
    }
  }
  if (cancelled.aborted) return null;
  onNotice(
    `${ending} and is not restarted: ${lastFailure ?? 'it has ended too often.'} Start the service again. ${log}`,
  );
  return null;
}

async function waitForEnd({ child, identity }: Server, cancelled: AbortSignal): Promise<void> {
  if (child !== null) {
    if (!cancelled.aborted) await Promise.race([child.end, once(cancelled, 'abort')]);
    return;
  }
  while (!cancelled.aborted && isAlive(identity))
    await sleep(checkEveryMs, undefined, { signal: cancelled, ref: false }).catch(() => undefined);
}
