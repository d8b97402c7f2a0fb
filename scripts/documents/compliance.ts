import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sections } from '../../packages/toolkit/src/conformance/sections/list.ts';
import { packageFolder } from '../../src/package-folder.ts';
import { routes } from '../../src/rest/routes.ts';
import { head, table } from './markdown.ts';
import { type SpecificationSection, specification } from './specification.ts';
import { type Article, technicalStandards } from './technical-standards.ts';

const titles = /^(?:describe|it)(?:\.\w+)*\(\s*(['"`])(.+?)\1/gm;
const shownAtMost = 6;

export function complianceMarkdown(): string {
  return [
    head(
      'Compliance',
      'scripts/documents/specification.ts, scripts/documents/technical-standards.ts and packages/toolkit/src/conformance',
      'For auditors: the tests and checks of each section of the specification. Tests run in CI. `npm run tpp -- conformance` runs the checks',
      'against any bank with this interface. A section without a test is marked 🔴.',
    ),
    '## Specification',
    '',
    ...specification.map(sectionText),
    '## Strong customer authentication',
    '',
    'Commission Delegated Regulation (EU) 2018/389 with the amendment (EU) 2022/2360. "The bank" is the operator of the service.',
    '',
    table(
      ['Article', 'Subject', 'What the service does', 'Where', 'Tests', 'What the bank does'],
      technicalStandards.map(articleRow),
    ),
  ].join('\n');
}

export function sectionText({ section, title, operations, tests }: SpecificationSection): string {
  const checks = sections.find((one) => one.section === section)?.checks ?? [];
  return [
    `### ${section} ${title}${tests.length === 0 ? ' 🔴 no test' : ''}`,
    '',
    ...(operations.length > 0 ? [`Operations: ${operations.map(operationText).join('; ')}.`, ''] : []),
    ...tests.map((file) => `- ${link(file)}${titlesText(file)}`),
    '',
    ...(checks.length > 0
      ? [
          `<details><summary>${checks.length} ${checks.length === 1 ? 'check' : 'checks'} of \`conformance --only ${section}\`</summary>`,
          '',
          ...checks.map(({ name }) => `- ${escaped(nameOf(name))}`),
          '',
          '</details>',
          '',
        ]
      : []),
  ].join('\n');
}

/** Names of checks use these letters for kinds of requests. */
const calls: Readonly<Record<string, string>> = {
  B: 'a signing basket',
  C: 'making card transactions',
  D: 'a read of the sandbox',
  E: 'a periodic payment',
  F: 'an instant payment',
  G: 'a bulk payment',
};
const nameOf = (check: string): string =>
  check.replace(/\bcolumn ([B-G])\b/g, (_, column: string) => calls[column] ?? column);

const escaped = (text: string): string => text.replace(/[<>*_|[\]]/g, (one) => `\\${one}`);

const link = (path: string): string =>
  `[${path.replace(/\.test\.ts$/, '').replace(/^test\//, '')}](../${path})`;

function operationText(name: string): string {
  const rows = routes.filter(({ operation }) => operation.name === name);
  if (rows.length === 0) throw new Error(`${name} is no operation of /v1`);
  return `\`${name}\` (${[...new Set(rows.map(({ method }) => method))].join(', ')})`;
}

function titlesText(file: string): string {
  const text = readFileSync(join(packageFolder, file), 'utf8');
  const found = [...text.matchAll(titles)].map(([, , title = '']) => escaped(title));
  if (found.length === 0) return '';
  const more = found.length - shownAtMost;
  return `: ${found.slice(0, shownAtMost).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

const articleRow = ({ article, subject, does, where, tests, remains }: Article): readonly string[] => [
  article,
  subject,
  does,
  where.map((path) => `[${path.replace(/^src\//, '')}](../${path})`).join('<br>') || '–',
  tests.map(link).join('<br>') || (where.length > 0 ? '🔴 no test' : '–'),
  remains,
];
