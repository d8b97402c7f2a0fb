/** After a crash or reboot another program may have the same pid, so a process is identified by its start too. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './error.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** Boot id and start time; null if the system does not show them. */
  readonly began: string | null;
}

export function describeProcess(pid: number): ProcessIdentity | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field may contain anything, so count from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    // A zombie has ended, even if its parent never collects it, as in some containers.
    if (state === 'Z' || state === 'X') return null;
    return { pid, began: startTicks === undefined ? null : `${bootId()}/${startTicks}` };
  } catch {
    return answersSignals(pid) ? { pid, began: null } : null;
  }
}

export function isAlive(identity: ProcessIdentity): boolean {
  const current = describeProcess(identity.pid);
  if (current === null) return false;
  // If one of the starts is unknown, the pid alone decides.
  return current.began === identity.began || current.began === null || identity.began === null;
}

export const isOfThisBoot = ({ began }: ProcessIdentity): boolean =>
  began === null || began.startsWith(`${bootId()}/`);

export async function endsWithin(identity: ProcessIdentity, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (let pauseMs = 2; isAlive(identity); pauseMs = Math.min(pauseMs * 2, 50)) {
    if (performance.now() > deadline) return false;
    await sleep(pauseMs);
  }
  return true;
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}
