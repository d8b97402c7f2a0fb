/** The processes of this machine, by their command lines. */
import { readdirSync, readFileSync } from 'node:fs';

export const processesWith = (setting: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && partsOf(pid, 'environ').includes(setting));

export const wordsOf = (pid: number): readonly string[] => partsOf(pid, 'cmdline');

function partsOf(pid: number, file: 'environ' | 'cmdline'): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1').split('\0');
  } catch {
    return [];
  }
}
