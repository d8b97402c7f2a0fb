/**
 * The shape of a check: a name, what it needs besides the interface itself, and a function that throws when the bank
 * behaves differently.
 */
import type { Identity } from '../sign.ts';
import type { Probe } from './probe.ts';

export type Need = 'sandbox' | 'other';

export interface Check {
  readonly name: string;
  readonly need: Need | null;
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

export function section(number: string, title: string, checks: readonly Check[]): Section {
  return { section: number, title, checks };
}

export function check(name: string, run: Check['run'], need: Need | null = null): Check {
  return { name, run, need };
}

/** The same, for features of a sandbox. */
export function sandboxCheck(name: string, run: Check['run']): Check {
  return check(name, run, 'sandbox');
}

/** The same, with a second TPP, which must not see what is the first one's. */
export function otherCheck(name: string, run: (probe: Probe, other: Identity) => Promise<void>): Check {
  return check(name, (probe) => run(probe, probe.other ?? probe.identity), 'other');
}
