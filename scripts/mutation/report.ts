/** How a sample came out, for people and as JSON. */
import { writeFileSync } from 'node:fs';
import type { Mutant } from './mutators.ts';

export type Verdict = 'caught' | 'timed out' | 'survived' | 'not reached';

export interface Judged extends Mutant {
  readonly verdict: Verdict;
  readonly line: number;
  readonly diff: string;
  /** The tests that failed, or the files that ran and did not. */
  readonly tests: readonly string[];
  readonly seconds: number;
}

/** The lines that a change touches, before and after. */
export function diffOf(text: string, mutant: Mutant): { readonly line: number; readonly diff: string } {
  const { start, end, replacement } = mutant;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const found = text.indexOf('\n', end);
  const to = found < 0 ? text.length : found;
  const line = text.slice(0, start).split('\n').length;
  const before = text.slice(from, to).split('\n');
  const after = (text.slice(from, start) + replacement + text.slice(end, to)).split('\n');
  return { line, diff: [...before.map((one) => `- ${one}`), ...after.map((one) => `+ ${one}`)].join('\n') };
}

/** Whether they are one change to the same text. */
export const isSame = (one: Mutant, other: Mutant): boolean =>
  one.file === other.file &&
  one.start === other.start &&
  one.end === other.end &&
  one.replacement === other.replacement;

export const isCaught = ({ verdict }: Judged): boolean => verdict === 'caught' || verdict === 'timed out';

export function summary(judged: readonly Judged[], refusedByCompiler: number): string {
  const caught = judged.filter(isCaught).length;
  const share = judged.length === 0 ? 0 : (100 * caught) / judged.length;
  return `${caught} of ${judged.length} changes were caught (${share.toFixed(1)} %); the compiler refused ${refusedByCompiler} more.`;
}

export function writeReport(
  path: string,
  content: {
    readonly seed: number;
    readonly scope: readonly string[];
    readonly refusedByCompiler: number;
    readonly judged: readonly Judged[];
  },
): void {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}
