/**
 * The shape of a check: a name, what it needs besides the interface itself, and a function that throws when the bank
 * does otherwise.
 */
import type { Probe } from './probe.ts';

export type Need = 'sandbox' | 'other';

export interface Check {
  readonly name: string;
  readonly needs: readonly Need[];
  run(probe: Probe): Promise<void>;
}

export interface Section {
  /** Of the specification: `4.5`. */
  readonly section: string;
  readonly title: string;
  readonly checks: readonly Check[];
}

/** The bank did not do what the check asks; the message says what it did. */
export class CheckFailed extends Error {}

export function section(
  number: string,
  title: string,
  checks: readonly (Check | readonly Check[])[],
): Section {
  return { section: number, title, checks: checks.flat() };
}

export function check(name: string, run: Check['run'], ...needs: readonly Need[]): Check {
  return { name, run, needs };
}

/** The same, for what only a sandbox offers. */
export function sandboxCheck(name: string, run: Check['run']): Check {
  return check(name, run, 'sandbox');
}
