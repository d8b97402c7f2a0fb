import type { PlayCustomer } from '../play/customer.ts';
import type { PaymentKind } from '../play/outlines.ts';
import type { SigningIdentity } from '../sign.ts';
import type { Expected } from './expect.ts';
import type { AskOptions, ConformanceProbe, RequestChanges } from './probe.ts';

export type Need = 'sandbox' | 'payer' | 'other';

export interface ConformanceCheck {
  readonly name: string;
  /** What the check needs. The run skips the check without it. null: nothing. */
  readonly need: Need | null;
  run(probe: ConformanceProbe): Promise<unknown>;
}

export interface Section {
  readonly section: string;
  readonly title: string;
  readonly checks: readonly ConformanceCheck[];
}

export const section = (number: string, title: string, checks: Section['checks']): Section => ({
  section: number,
  title,
  checks,
});

export const check = (
  name: string,
  run: ConformanceCheck['run'],
  need: Need | null = null,
): ConformanceCheck => ({ name, run, need });

export const sandboxCheck = (name: string, run: ConformanceCheck['run']): ConformanceCheck =>
  check(name, run, 'sandbox');

/** For checks that approve. The run skips them without a payer. */
export const approvalCheck = (
  name: string,
  run: (probe: ConformanceProbe, payer: PlayCustomer) => Promise<unknown>,
): ConformanceCheck => check(name, async (probe) => probe.payer && run(probe, probe.payer), 'payer');

/** For checks of isolation. The run skips them without a second TPP. */
export const secondTppCheck = (
  name: string,
  run: (probe: ConformanceProbe, other: SigningIdentity) => Promise<unknown>,
): ConformanceCheck => check(name, async (probe) => probe.other && run(probe, probe.other), 'other');

/** Creates a payment, and expects the response `expected`. */
export const pays = (
  name: string,
  expected: Expected,
  kind: PaymentKind,
  changes: RequestChanges,
): ConformanceCheck => check(name, (probe) => probe.pay(expected, kind, changes));

/** Expects that the bank finds a fault in the last of the changed fields. */
export const refuses = (name: string, kind: PaymentKind, changes: RequestChanges): ConformanceCheck =>
  pays(name, `400 FORMAT_ERROR ${Object.keys(changes).at(-1)}`, kind, changes);

/** Creates an instant payment by a request with `options`, and expects the response `expected`. */
export const sends = (name: string, expected: Expected, options: AskOptions): ConformanceCheck =>
  check(name, (probe) => probe.pay(expected, 'instant', {}, options));
