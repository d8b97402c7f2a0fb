/** A report for people, for programs, and for whatever reads JUnit. */
import type { CheckResult, ConformanceReport } from './run.js';
export declare const reportKinds: readonly ["text", "json", "junit"];
export type ReportKind = (typeof reportKinds)[number];
export declare function reported(report: ConformanceReport, kind: ReportKind, colour?: boolean): string;
/** A report without what changes from run to run. */
export interface PlainReport {
    readonly summary: ConformanceReport['summary'];
    readonly sections: readonly {
        readonly section: string;
        readonly title: string;
        readonly checks: readonly Pick<CheckResult, 'name' | 'outcome' | 'detail'>[];
    }[];
}
export declare function plain({ summary, sections }: ConformanceReport): PlainReport;
