import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sections } from '../../packages/toolkit/src/conformance/sections/list.ts';
import { sectionText } from '../../scripts/documents/compliance.ts';
import { specification } from '../../scripts/documents/specification.ts';
import { technicalStandards } from '../../scripts/documents/technical-standards.ts';
import { packageFolder } from '../../src/package-folder.ts';
import { routes } from '../../src/rest/routes.ts';

const [first] = specification;

it('every section has a test: one without a test would be red', () => {
  if (first) expect(sectionText({ ...first, tests: [] })).toContain('🔴 no test');
  expect(specification.filter((section) => sectionText(section).includes('🔴'))).toEqual([]);
});

it('every section with a check of conformance is listed', () => {
  const named = new Set(specification.map(({ section }) => section));
  expect(sections.filter(({ section }) => !named.has(section))).toEqual([]);
});

it('operations of the specification are operations of /v1', () => {
  const known = new Set(routes.map(({ operation }) => operation.name));
  expect(specification.flatMap(({ operations }) => operations).filter((name) => !known.has(name))).toEqual(
    [],
  );
});

it('each cited file of an article exists, and each duty of the service has a test', () => {
  const gone = technicalStandards
    .flatMap(({ where, tests }) => [...where, ...tests])
    .filter((path) => !existsSync(join(packageFolder, path)));
  expect(gone).toEqual([]);
  expect(technicalStandards.filter(({ where, tests }) => where.length > 0 && tests.length === 0)).toEqual([]);
});
