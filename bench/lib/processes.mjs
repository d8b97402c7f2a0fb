/** Processes under measurement: started, found ready, weighed by /proc, ended. Linux alone has what is read here. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The kernel counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** A port that was free a moment ago. */
export async function freePort() {
  const probe = createServer();
  await new Promise((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * Starts a server and waits until `ready` answers. What it writes goes nowhere, as in a measurement nobody should read it;
 * with BENCH_VERBOSE=1 it is shown.
 */
export async function startServer({
  command = process.execPath,
  args,
  cwd,
  env,
  port,
  path = '/',
  withinMs = 60_000,
}) {
  const output = process.env.BENCH_VERBOSE ? 'inherit' : 'ignore';
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', output, output] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let ended = false;
  const end = new Promise((resolve) => child.once('exit', resolve)).then(() => {
    ended = true;
    process.removeListener('exit', kill);
  });
  const begun = performance.now();
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
    if (ended || performance.now() - begun > withinMs) {
      child.kill('SIGKILL');
      throw new Error(`${args.join(' ')} does not serve; BENCH_VERBOSE=1 shows what it says`);
    }
    await sleep(5);
  }
  return {
    pid: child.pid,
    port,
    readyMs: performance.now() - begun,
    async stop() {
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await end;
      clearTimeout(hard);
    },
  };
}

async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}

/** The fields of /proc/PID/stat after the name, which may hold anything; null when the process has gone. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

const parentOf = (stat) => Number(stat[1]);

export const parentPid = (pid) => parentOf(statOf(pid) ?? ['', '0']);

/** The process and all below it. */
function family(pid) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : null;
    if (stat === null) continue;
    children.set(parentOf(stat), [...(children.get(parentOf(stat)) ?? []), Number(name)]);
  }
  const below = (id) => [id, ...(children.get(id) ?? []).flatMap(below)];
  return below(pid);
}

/**
 * Seconds of CPU, utime and stime together, of a process and of all below it: for those that live to the nanosecond as the
 * scheduler has counted it, and for those that have ended what their parent keeps of it, to the hundredth.
 */
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

/** Seconds that the threads of a process have run; null where the kernel does not tell. */
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

/** Of a process and all below it the one with the most memory: the server, however many shells stand before it. */
export function heaviestBelow(pid) {
  return family(pid).sort((left, right) => residentMegabytes(right) - residentMegabytes(left))[0];
}

/** Most memory that the process has had at once since `forgetPeak`, in megabytes. */
export const peakMegabytes = (pid) => kilobytes(pid, 'VmHWM') / 1_024;

/** Memory that the process has now, in megabytes. */
export const residentMegabytes = (pid) => kilobytes(pid, 'VmRSS') / 1_024;

function kilobytes(pid, name) {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
}

export function forgetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
