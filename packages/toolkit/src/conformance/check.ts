import type { PlayCustomer } from '../play/customer.ts';
import type { SigningIdentity } from '../sign.ts';
import type { ConformanceProbe } from './probe.ts';

/** What a check needs. Without it the check is skipped. */
export type Need = 'sandbox' | 'payer' | 'other';

export interface ConformanceCheck {
  readonly name: string;
  readonly need: Need | null;
  run(probe: ConformanceProbe): Promise<void>;
}

export interface Section {
  /** Of the specification: `4.5`. */
  readonly section: string;
  readonly title: string;
  readonly checks: readonly ConformanceCheck[];
}

export function section(number: string, title: string, checks: readonly ConformanceCheck[]): Section {
  return { section: number, title, checks };
}

export function check(
  name: string,
  run: ConformanceCheck['run'],
  need: Need | null = null,
): ConformanceCheck {
  return { name, run, need };
}

export function sandboxCheck(name: string, run: ConformanceCheck['run']): ConformanceCheck {
  return check(name, run, 'sandbox');
}

/** `payer` approves payments from an account of its own. */
export function approvalCheck(
  name: string,
  run: (probe: ConformanceProbe, payer: PlayCustomer) => Promise<void>,
): ConformanceCheck {
  return check(name, async (probe) => void (probe.payer && (await run(probe, probe.payer))), 'payer');
}

/** `other` is a second TPP, which must not see the data of the first. */
export function otherCheck(
  name: string,
  run: (probe: ConformanceProbe, other: SigningIdentity) => Promise<void>,
): ConformanceCheck {
  return check(name, (probe) => run(probe, probe.other ?? probe.identity), 'other');
}
