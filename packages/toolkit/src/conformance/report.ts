import type { ConformanceReport, ConformanceResult } from './run.ts';

export const reportKinds = ['text', 'json', 'junit'] as const;
export type ReportKind = (typeof reportKinds)[number];

export function reported(report: ConformanceReport, kind: ReportKind, colour = false): string {
  if (kind === 'json') return JSON.stringify(withoutTimes(report), null, 2);
  return kind === 'junit' ? junit(report) : text(report, colour);
}

/** The report as a value for JSON, without the times, which differ in each run. */
export function withoutTimes({ summary, sections }: ConformanceReport): object {
  const plainSections = sections.map(({ checks, ...section }) => ({
    ...section,
    checks: checks.map(({ milliseconds: _, ...result }) => result),
  }));
  return { summary, sections: plainSections };
}

const marks = { passed: '✓', failed: '✗', skipped: '-' } as const;
const colours = { passed: '32', failed: '31', skipped: '33' } as const;

function text({ summary, sections }: ConformanceReport, colour: boolean): string {
  const paint = (outcome: ConformanceResult['outcome'], words: string) =>
    colour ? `\u001b[${colours[outcome]}m${words}\u001b[0m` : words;
  const lines = sections.flatMap(({ section, title, checks }) => [
    `${section}  ${title}`,
    ...checks.map(
      ({ name, outcome, detail }) =>
        `  ${paint(outcome, `${marks[outcome]} ${name}`)}${detail === '' ? '' : `\n      ${detail}`}`,
    ),
    '',
  ]);
  const { passed, failed, skipped } = summary;
  return [...lines, `${passed} passed, ${failed} failed, ${skipped} skipped`].join('\n');
}

function junit({ summary, sections }: ConformanceReport): string {
  const total = summary.passed + summary.failed + summary.skipped;
  const suites = sections.flatMap(({ section, title, checks }) => {
    const count = (outcome: ConformanceResult['outcome']) =>
      checks.filter((one) => one.outcome === outcome).length;
    const name = escapeXml(`${section} ${title}`);
    return [
      `  <testsuite name="${name}" tests="${checks.length}" failures="${count('failed')}" skipped="${count('skipped')}" time="${seconds(checks)}">`,
      ...checks.map((one) => testCase(one, section)),
      '  </testsuite>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance" tests="${total}" failures="${summary.failed}" skipped="${summary.skipped}">`,
    ...suites,
    '</testsuites>',
  ].join('\n');
}

function testCase(result: ConformanceResult, section: string): string {
  const { name, outcome, detail } = result;
  const opening = `    <testcase classname="${section}" name="${escapeXml(name)}" time="${seconds([result])}"`;
  if (outcome === 'passed') return `${opening}/>`;
  const tag = outcome === 'failed' ? 'failure' : 'skipped';
  return `${opening}>\n      <${tag} message="${escapeXml(detail)}"/>\n    </testcase>`;
}

const seconds = (checks: readonly ConformanceResult[]): string =>
  (checks.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1_000).toFixed(3);

function escapeXml(value: string): string {
  const printable = value.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return printable.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
