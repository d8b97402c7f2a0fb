/** What `npm run mutation` changes, and how it knows which tests reach a line. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { openCoverageCache } from '../../scripts/mutation/coverage-cache.ts';
import { mutantsOf, mutated } from '../../scripts/mutation/mutators.ts';
import { inOrder } from '../../scripts/mutation/order.ts';
import { instrumented, regionAt, regionsOf } from '../../scripts/mutation/regions.ts';
import { diffOf } from '../../scripts/mutation/report.ts';
import { rounds } from '../support/nightly.ts';

const changed = (text: string) =>
  mutantsOf('a.ts', text).map((mutant) => mutated(text, { ...mutant, preamble: '' }));

describe('changes', () => {
  it.each<[string, string[]]>([
    ['x(a < b);', [';', 'x(a <= b);', 'x(a >= b);']],
    ['x(a && !b);', [';', 'x(a || !b);', 'x(a && b);']],
    ['if (a) b = 1;', ['if (true) b = 1;', 'if (false) b = 1;', 'if (a) ;', 'if (a) b = 2;']],
    ['const a = { ...b, c: true };', ['const a = { c: true };', 'const a = { ...b, c: false };']],
    [
      'const a = b ? 1 : 2;',
      ['true', 'false']
        .map((c) => `const a = ${c} ? 1 : 2;`)
        .concat(['const a = b ? 2 : 2;', 'const a = b ? 1 : 3;']),
    ],
    [
      'sort((a, b) => (a < b ? -1 : 1));',
      [
        ';',
        'sort((a, b) => (a <= b ? -1 : 1));',
        'sort((a, b) => (a >= b ? -1 : 1));',
        'sort((a, b) => (a < b ? 1 : 1));',
      ]
        .concat(['null', 'true', 'false', '[]'].map((c) => `sort((a, b) => ${c});`))
        .concat(['true', 'false'].map((c) => `sort((a, b) => (${c} ? -1 : 1));`)),
    ],
    ["const a = ['b'];", ['const a = [];', "const a = [''];"]],
    ["throw new Error('what a defect says');", [';']],
    [
      'class A extends Error { constructor() { super(b ? c : d); } }',
      ['class A extends Error { constructor() { ; } }'],
    ],
    [
      "class A extends B { constructor() { super('a'); } }",
      ["class A extends B { constructor() { super(''); } }", 'class A extends B { constructor() { ; } }'],
    ],
    ["const a = 'words for people';", []],
    ["const a = { 'a-b': c };", []],
    ['const a = b.filter(c);', ['const a = b;']],
    ["await db.select().for('update');", [';', 'await db.select();', "await db.select().for('');"]],
    [
      'const a = and(b, c);',
      ['const a = orInstead(b, c);', 'const a = and(undefined, c);', 'const a = and(b, undefined);'],
    ],
    ['const a = sql`b <= c`;', ['const a = sql`b < c`;']],
    ['const a = /^b$/i;', ['const a = /b$/i;', 'const a = /^b/i;']],
    ['const a = () => b;', ['null', 'true', 'false', '[]'].map((c) => `const a = () => ${c};`)],
    ["import { a } from 'b'; type C = 'd' | 1;", []],
  ])('%s', (text, expected) => {
    expect(changed(text).sort()).toEqual([...expected].sort());
  });

  it('bring what they need', () => {
    const [mutant] = mutantsOf('a.ts', 'x = gt(a, b);').filter(({ mutator }) => mutator === 'sql gt');
    expect(mutant && mutated('x = gt(a, b);', mutant)).toBe(
      "import { gte as gteInstead } from 'drizzle-orm'; x = gteInstead(a, b);",
    );
  });

  it('are shown by the lines that they touch', () => {
    const text = 'one();\ntwo(\n  1,\n);\nthree();\n';
    const removed = mutantsOf('a.ts', text).find(({ start }) => start === text.indexOf('two'));
    expect(removed && diffOf(text, removed)).toEqual({ line: 2, diff: '- two(\n-   1,\n- );\n+ ;' });
  });
});

describe('regions', () => {
  const text = 'const a = (b) => c(b);\nfunction d() {\n  if (e) return f;\n  return g;\n}\nh();\n';

  it('are those of the innermost function, block or branch', () => {
    const regions = regionsOf('a.ts', text);
    const within = (part: string) => {
      const start = text.indexOf(part);
      const region = regionAt(regions, start, start + part.length);
      return region === null ? null : text.slice(regions[region]?.start, regions[region]?.end);
    };
    expect(within('c(b)')).toBe('c(b)');
    expect(within('return f;')).toBe('return f;');
    expect(within('return g;')).toBe('{\n  if (e) return f;\n  return g;\n}');
    expect(within('h()')).toBeNull();
  });

  it('tell when they are entered, and the program does the same', () => {
    const source = instrumented('a.ts', text.replace('h();', 'return [a(1), d()];'), 'recorder.ts');
    const hits: string[] = [];
    const body = source.slice(source.indexOf('; ') + 2);
    const run = new Function('__hit', 'c', 'e', 'f', 'g', body);
    expect(
      run(
        (region: string) => hits.push(region),
        (b: number) => b,
        true,
        'f',
        'g',
      ),
    ).toEqual([1, 'f']);
    expect(hits).toEqual(['a.ts#0', 'a.ts#1', 'a.ts#2']);
  });

  it('leave files of the source programs', () => {
    const source = fileURLToPath(new URL('../../src', import.meta.url));
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    for (let index = 0; index < files.length; index += rounds(6, 1)) {
      const file = files[index] as string;
      const written = instrumented(file, readFileSync(join(source, file), 'utf8'), 'recorder.ts');
      const parsed = ts.createSourceFile(file, written, ts.ScriptTarget.Latest);
      expect((parsed as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics, file).toEqual([]);
    }
  });
});

it('what a test reaches is kept until the test changes or a source is gone, unless it has failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reaches-'));
  const texts: Record<string, string> = { 'a.test.ts': 'a', 'b.test.ts': 'b' };
  const sources = new Set(['x.ts']);
  const open = () =>
    openCoverageCache(
      (file) => texts[file] ?? '',
      (file) => sources.has(file),
      folder,
    );
  const reach = {
    ...{ test: 'a.test.ts', passed: true, milliseconds: 1, regions: ['x.ts#0'] },
    sources: { 'x.ts': 'hash' },
  };
  open().keep(reach);
  open().keep({ ...reach, test: 'b.test.ts', passed: false });
  expect([open().of('a.test.ts'), open().of('b.test.ts')]).toEqual([reach, null]);
  sources.delete('x.ts');
  expect(open().of('a.test.ts')).toBeNull();
  sources.add('x.ts');
  texts['a.test.ts'] = 'changed';
  expect(open().of('a.test.ts')).toBeNull();
  rmSync(folder, { recursive: true });
});

describe('tests are asked', () => {
  const order = (file: string, ...tests: readonly (readonly [string, number, number])[]) =>
    inOrder(
      tests.map(([test, milliseconds, breadth]) => ({ test: `${test}.test.ts`, milliseconds, breadth })),
      file,
    ).map(({ test }) => test.replace('.test.ts', ''));

  it('that are named after the file first, then those near it', () => {
    const found = order(
      'src/db/stores/payments.ts',
      ...(['web/pages', 'db/reach', 'db/stores/others', 'parity/payments'] as const).map(
        (name) => [`test/${name}`, 100, 10] as const,
      ),
    );
    expect(found).toEqual([
      'test/parity/payments',
      'test/db/stores/others',
      'test/db/reach',
      'test/web/pages',
    ]);
    expect(order('packages/a/src/b/c.ts', ['test/b/d', 1, 1], ['packages/a/test/b/d', 1, 1])).toEqual([
      'packages/a/test/b/d',
      'test/b/d',
    ]);
  });

  it('quick and narrow ones first where they are as near', () => {
    expect(
      order('src/a/b.ts', ['test/a/slow', 9_000, 10], ['test/a/wide', 100, 9_000], ['test/a/good', 100, 10]),
    ).toEqual(['test/a/good', 'test/a/wide', 'test/a/slow']);
  });
});
