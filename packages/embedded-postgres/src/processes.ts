/**
 * Identifies processes. After a crash or a reboot another program may have the same pid, so on Linux /proc also tells
 * when a process began; elsewhere the pid must do. Start at `describeProcess`.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessIdentity {
  readonly pid: number;
  /** The boot of the machine and the moment in it when the process began; null where the system does not say. */
  readonly began: string | null;
}

/** The process that has this pid now; null when there is none. */
export function describeProcess(pid: number): ProcessIdentity | null {
  if (process.platform !== 'linux') return answersSignals(pid) ? { pid, began: null } : null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses and may hold anything: count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    // A zombie has ended; only its parent has not asked yet, which in a container may never happen.
    if (state === 'Z' || state === 'X') return null;
    return { pid, began: startTicks === undefined ? null : `${bootId()}/${startTicks}` };
  } catch {
    return answersSignals(pid) ? { pid, began: null } : null;
  }
}

export function isAlive(identity: ProcessIdentity): boolean {
  const now = describeProcess(identity.pid);
  return now !== null && (now.began === null || identity.began === null || now.began === identity.began);
}

/** True when the process ended within the time. */
export async function endsWithin(identity: ProcessIdentity, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (let pause = 2; isAlive(identity); pause = Math.min(pause * 2, 50)) {
    if (performance.now() > deadline) return false;
    await sleep(pause);
  }
  return true;
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}
