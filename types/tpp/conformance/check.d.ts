/**
 * The shape of a check: a name, what it needs besides the interface itself, and a function that throws when the bank
 * behaves differently.
 */
import type { Identity } from '../sign.js';
import type { Probe } from './probe.js';
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
export declare class CheckFailed extends Error {
}
export declare function section(number: string, title: string, checks: readonly Check[]): Section;
export declare function check(name: string, run: Check['run'], need?: Need | null): Check;
/** The same, for features of a sandbox. */
export declare function sandboxCheck(name: string, run: Check['run']): Check;
/** The same, with a second TPP, which must not see what is the first one's. */
export declare function otherCheck(name: string, run: (probe: Probe, other: Identity) => Promise<void>): Check;
