/** A report for people, for programs, and for whatever reads JUnit. */
import type { CheckResult, ConformanceReport, SectionResult } from './run.js';
export declare const reportKinds: readonly ["text", "json", "junit"];
export type ReportKind = (typeof reportKinds)[number];
export declare function reported(report: ConformanceReport, kind: ReportKind, colour?: boolean): string;
interface PlainReport extends Pick<ConformanceReport, 'summary'> {
    readonly sections: readonly (Omit<SectionResult, 'checks'> & {
        readonly checks: readonly Omit<CheckResult, 'milliseconds'>[];
    })[];
}
/** A report without the parts that change between runs. */
export declare function plain({ summary, sections }: ConformanceReport): PlainReport;
export {};
