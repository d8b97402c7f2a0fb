/**
 * Ends the process when its npm ends. npm runs a script through a shell, so the program does not notice npm's end or
 * its signals, and would keep its port and data. Only processes that npm started are watched. Start at `whenNpmEnds`.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { every } from '../every.ts';

const lookMs = 1_000;
/** Scripts that run until they are stopped. */
const scripts = ['start', 'facade', 'core'];
const shells = /^-?(sh|dash|bash|ash|ksh|zsh|busybox)$/;
/** npm and similar programs run on a JavaScript runtime; the init process that adopts orphans does not. */
const runners = /\b(node|npm|npx|pnpm|yarn|bun|deno|corepack)/;

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** Calls `onEnd` when the npm (pnpm, yarn) that runs this process has ended; false: nothing is watched. */
export function whenNpmEnds(onEnd: () => void, env: ProcessEnvironment = process.env): boolean {
  if (!isScript(env)) return false;
  const parent = process.ppid;
  // On Linux the shell usually stays in between. On macOS the script replaces it, and on Windows it ends with npm.
  const npm = shells.test(nameOf(parent)) ? parentOf(parent) : null;
  const isThere = () =>
    process.ppid === parent && answers(parent) && (npm === null || parentOf(parent) === npm);
  const looks = every(lookMs, () => (isThere() ? lookMs : end()), end);
  function end(): void {
    void looks.stop();
    onEnd();
  }
  // npm may have ended already.
  if (isRunner(npm ?? parent)) looks.start();
  else setImmediate(onEnd);
  return true;
}

/** Child processes inherit npm's variables, so the script text must name this program. */
function isScript({
  npm_lifecycle_event: event = '',
  npm_lifecycle_script: script,
}: ProcessEnvironment): boolean {
  const program = basename(process.argv[1] ?? '');
  return scripts.includes(event) && program !== '' && (script ?? '').includes(program);
}

/** True when unknown. */
function isRunner(pid: number): boolean {
  const command = readText(`/proc/${pid}/cmdline`);
  return command === null || runners.test(command);
}

const nameOf = (pid: number): string => readText(`/proc/${pid}/comm`)?.trim() ?? '';

/** Null when unknown, or when there is no such process. */
function parentOf(pid: number): number | null {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field, the program's name in parentheses, may contain any character: count from the last parenthesis.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return null;
  }
}
