/** Starts, measures and ends processes by /proc, so only on Linux. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Clock ticks per second of /proc. */
const ticksPerSecond = 100;
const readyWithinMs = 60_000;

/** The port may be taken again meanwhile. */
async function freePort() {
  const probe = createServer();
  await new Promise((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * Starts a node program on PORT and waits for /readyz. Its environment is only `settings`. BENCH_VERBOSE=1 shows its
 * output.
 */
export async function startServer({ args, cwd, env }) {
  const port = await freePort();
  const { PATH, HOME, BENCH_VERBOSE } = process.env;
  const output = BENCH_VERBOSE ? 'inherit' : 'ignore';
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', output, output],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let ended = false;
  const end = new Promise((resolve) => child.once('exit', resolve)).then(() => {
    ended = true;
    process.removeListener('exit', kill);
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status < 500,
      () => false,
    );
  const until = performance.now() + readyWithinMs;
  while (!(await isReady())) {
    if (ended || performance.now() > until) {
      kill();
      throw new Error(`${args.join(' ')} does not serve; BENCH_VERBOSE=1 shows what it writes`);
    }
    await sleep(5);
  }
  return {
    pid: child.pid,
    port,
    async stop() {
      child.kill('SIGTERM');
      const hard = setTimeout(kill, 15_000);
      await end;
      clearTimeout(hard);
    },
  };
}

/** Fields after the name, which may contain anything; null: the process has ended. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

export const parentPid = (pid) => Number(statOf(pid)?.[1] ?? 0);

/** Includes child processes, such as PostgreSQL's backends. */
const family = (pid) => [
  pid,
  ...readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentPid(name) === pid),
];

/** Seconds of CPU of a process and its children: living ones to the nanosecond, ended ones to the hundredth. */
export function cpuSeconds(pid) {
  let seconds = 0;
  for (const id of family(pid)) {
    const stat = statOf(id);
    if (stat === null) continue;
    seconds += (Number(stat[13]) + Number(stat[14])) / ticksPerSecond;
    seconds += scheduled(id) ?? (Number(stat[11]) + Number(stat[12])) / ticksPerSecond;
  }
  return seconds;
}

/** null: the kernel does not count them. */
function scheduled(pid) {
  try {
    const runs = readdirSync(`/proc/${pid}/task`).map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ')[0]),
    );
    return runs.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9;
  } catch {
    return null;
  }
}
