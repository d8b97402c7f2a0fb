/** Runs the checks against an address one after the other and collects their results. */
import type { Identity } from '../sign.js';
import { type Section } from './check.js';
export interface CheckResult {
    readonly name: string;
    readonly outcome: 'passed' | 'failed' | 'skipped';
    /** What the bank did, or why the check was skipped; empty when it passed. */
    readonly detail: string;
    readonly milliseconds: number;
}
export interface SectionResult {
    readonly section: string;
    readonly title: string;
    readonly checks: readonly CheckResult[];
}
export interface ConformanceReport {
    readonly summary: {
        readonly passed: number;
        readonly failed: number;
        readonly skipped: number;
    };
    readonly sections: readonly SectionResult[];
    /** What was created at the bank and is still there, in words; empty when it is nothing. */
    readonly left: string;
}
export interface ConformanceOptions {
    /** Address of the service, without a trailing slash. */
    readonly base: string;
    readonly identity: Identity;
    /** Another TPP, for checks that a TPP cannot see another one's data. */
    readonly other?: Identity | null;
    /** Whether it is a sandbox, whose own features may be used. */
    readonly sandbox?: boolean;
    /** A section, or all that begin with it: `4` means 4.1 to 4.8. */
    readonly only?: string;
    readonly onSection?: (result: SectionResult) => void;
}
/** The sections that `only` names; none when there is no such section. */
export declare function sectionsNamed(only: string | undefined): readonly Section[];
export declare function runConformance(options: ConformanceOptions): Promise<ConformanceReport>;
