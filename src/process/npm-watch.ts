/** npm runs a script through a shell, so the process does not notice the end of npm or the signals to npm. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { every } from '../every.ts';
import type { Environment } from './settings.ts';

const checkEveryMs = 1_000;
/** The npm scripts that run until somebody stops them. For `npx psd2-bank`, npm names the script `npx`. */
const longScripts = ['start', 'facade', 'core', 'npx'];
const shellNames = /^-?(sh|dash|bash|ash|ksh|zsh|busybox)$/;
/** When npm has ended, the parent is init, whose command line has none of these words. */
const npmCommandWords = /\b(node|npm|npx|pnpm|yarn|bun|deno|corepack)/;

/** Calls `onEnd` when the npm that runs this process has ended. false: no long script of npm runs this process. */
export function whenNpmEnds(onEnd: () => void, env: Environment = process.env): boolean {
  if (!isLongScript(env)) return false;
  const parent = process.ppid;
  // On Linux the parent is usually a shell that npm has started. null: the parent is npm itself, or a program that stops when npm stops.
  const npmAboveShell = shellNames.test(nameOf(parent)) ? parentOf(parent) : null;
  const isParentRunning = () => process.ppid === parent && isAlive(parent);
  const isNpmRunning = () =>
    isParentRunning() && (npmAboveShell === null || parentOf(parent) === npmAboveShell);
  // If the check throws, the process ends too.
  const loop = every(checkEveryMs, checkNpm, end);
  function checkNpm(): void {
    if (!isNpmRunning()) end();
  }
  function end(): void {
    void loop.stop();
    onEnd();
  }
  // If npm has ended before this check, the parent is now another process.
  if (mayBeNpm(npmAboveShell ?? parent)) loop.start();
  else setImmediate(onEnd);
  return true;
}

/** Child processes inherit npm's variables. The script is this process's own only if its text names the program. */
function isLongScript({
  npm_lifecycle_event: event = '',
  npm_lifecycle_script: script,
}: Environment): boolean {
  const program = basename(process.argv[1] ?? '');
  return longScripts.includes(event) && program !== '' && (script ?? '').includes(program);
}

/** Also true if the command line of the process cannot be read. */
function mayBeNpm(pid: number): boolean {
  const command = readText(`/proc/${pid}/cmdline`);
  return command === null || npmCommandWords.test(command);
}

const nameOf = (pid: number): string => readText(`/proc/${pid}/comm`)?.trim() ?? '';

/** null: the process does not exist, or its parent is unknown. */
function parentOf(pid: number): number | null {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may contain any characters.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive, and belongs to another user.
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
