/** The processes of this machine, by what they were started with. */
import { readdirSync, readFileSync } from 'node:fs';

/** Those that have this setting, written NAME=value. */
export const processesWith = (setting: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && partsOf(pid, 'environ').includes(setting));

/** The words by which a process was started; none where it has ended. */
export const wordsOf = (pid: number): readonly string[] => partsOf(pid, 'cmdline');

function partsOf(pid: number, file: 'environ' | 'cmdline'): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1').split('\0');
  } catch {
    return [];
  }
}
