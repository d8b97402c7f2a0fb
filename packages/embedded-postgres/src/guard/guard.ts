/** The guard is a process that stops the server when its pipe from the service ends: the service has ended, perhaps by SIGKILL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environment } from '../cluster.ts';
import type { Home } from '../home.ts';
import { logFile } from '../launch.ts';
import type { ProcessIdentity } from '../processes.ts';

export interface GuardTask {
  readonly home: Home;
  readonly database: string;
  readonly pgCtl: string;
}

/** Pauses before a guard that has ended is replaced. */
const [firstPauseMs, lastPauseMs] = [50, 60_000];

/** To save memory, it loads `end-server` only when the service has ended. The last complete line of its input names the server. */
const waitingProgram = `
const { readSync } = require('node:fs');
const [loader, endServerModule, task] = process.argv.slice(1);
const chunk = Buffer.alloc(4096);
const waitBriefly = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
let text = '';
for (;;) {
  let length = 0;
  try { length = readSync(0, chunk); }
  catch (error) {
    if (error.code === 'EAGAIN' || error.code === 'EINTR') { waitBriefly(); continue; }
  }
  // The pipe has ended, or cannot be read.
  if (length === 0) break;
  text = (text + chunk.toString('utf8', 0, length)).slice(-4096);
}
const serviceEndedAt = performance.now();
const server = text.slice(0, text.lastIndexOf('\\n') + 1).trimEnd().split('\\n').at(-1);
(loader === '' ? Promise.resolve() : import(loader))
  .then(() => import(endServerModule))
  .then(({ endServer }) => endServer(JSON.parse(task), server === '' ? null : JSON.parse(server), serviceEndedAt));
`;

export function startGuard(task: GuardTask) {
  let child: ChildProcess | null = null;
  let server: ProcessIdentity | null = null;
  let isDismissed = false;
  let pauseMs = firstPauseMs;
  const sendServer = () => {
    if (server !== null) child?.stdin?.write(`${JSON.stringify(server)}\n`);
  };
  const startProcess = () => {
    if (isDismissed) return;
    child = spawnGuard(task);
    sendServer();
    const replaceGuard = () => {
      child?.removeAllListeners();
      child = null;
      setTimeout(startProcess, pauseMs).unref();
      pauseMs = Math.min(pauseMs * 2, lastPauseMs);
    };
    child.once('exit', replaceGuard).once('error', replaceGuard);
  };
  startProcess();
  return {
    setServer(identity: ProcessIdentity) {
      server = identity;
      sendServer();
    },
    async dismiss() {
      isDismissed = true;
      if (child === null) return;
      const exitEvent = new Promise((resolve) => child?.once('exit', resolve));
      // The process must not end during this wait.
      child.ref();
      child.kill('SIGKILL');
      await exitEvent;
    },
  };
}

function spawnGuard(task: GuardTask): ChildProcess {
  const endServerModule = new URL(
    import.meta.url.endsWith('.ts') ? './end-server.ts' : './end-server.js',
    import.meta.url,
  );
  const log = openLog(task.home);
  try {
    const title = `--title=guard of PostgreSQL in ${task.home.folder}`;
    const child = spawn(
      process.execPath,
      [title, '-e', waitingProgram, loader(), endServerModule.href, JSON.stringify(task)],
      {
        stdio: ['pipe', 'ignore', log],
        // Ctrl+C must not reach the guard. On Windows an attached child ends with its parent.
        detached: true,
        cwd: parse(process.execPath).root,
        env: environment(),
        windowsHide: true,
      },
    );
    child.unref();
    const pipe = child.stdin;
    // A write fails after somebody has killed the guard.
    pipe?.on('error', () => undefined);
    if (pipe && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
    return child;
  } finally {
    if (log !== 'ignore') closeSync(log);
  }
}

function openLog(home: Home): number | 'ignore' {
  try {
    return openSync(logFile(home), 'a', 0o600);
  } catch {
    return 'ignore';
  }
}

/** The module with which Node loads TypeScript; empty for compiled code. */
function loader(): string {
  if (!import.meta.url.endsWith('.ts')) return '';
  const loaderUrl = process.execArgv[process.execArgv.indexOf('--import') + 1];
  if (loaderUrl?.startsWith('file:')) return loaderUrl;
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
