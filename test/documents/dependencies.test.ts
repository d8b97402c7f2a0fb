/** What ships is ours to answer for: each package that is imported has its reason in docs/decisions.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root, textOf } from './markdown.ts';

const { isAllowed } = (await import(`${root}scripts/licences.mjs`)) as {
  isAllowed(license?: string): boolean;
};
const manifest = JSON.parse(textOf('package.json'));
const named = Object.keys({
  ...manifest.dependencies,
  ...manifest.optionalDependencies,
  ...manifest.devDependencies,
});

/** The packages of package.json that the code which ships imports, and those that are installed beside it. */
function shipping(): ReadonlySet<string> {
  const files = ['src', 'console', 'packages/toolkit/src', 'packages/embedded-postgres/src'].flatMap(
    (folder) =>
      readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && name !== 'vite.config.ts')
        .map((name) => readFileSync(`${root}${folder}/${name}`, 'utf8')),
  );
  const imported = files.flatMap((text) =>
    [...text.matchAll(/\b(?:from|import\() ?'((?:@[^/']+\/)?[^/'.][^/']*)/g)].map(([, name = '']) => name),
  );
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  return new Set([...imported.filter((name) => named.includes(name)), ...installed]);
}

/** The first column of the table of libraries, with `@embedded-postgres/*` for all of its platforms. */
function explained(): ReadonlyMap<string, string> {
  const [, section = ''] = textOf('docs/decisions.md').split('## Libraries that ship\n');
  const rows = section.split('\n## ')[0]?.matchAll(/^\| (`[^|]+) \| ([^|]+) \|$/gm) ?? [];
  return new Map(
    [...rows].flatMap(([, names = '', why = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, why] as const),
    ),
  );
}

const family = (name: string) => name.replace(/^(@embedded-postgres)\/.*/, '$1/*');

describe('packages that ship', () => {
  it('have their reasons in docs/decisions.md, and nothing else has one there', () => {
    const shipped = new Set([...shipping()].map(family));
    shipped.delete('embedded-postgres-server');
    expect([...explained().keys()].sort()).toEqual([...shipped].sort());
    for (const [name, why] of explained()) expect(why.length, name).toBeGreaterThan(8);
  });

  it('are installed at exact versions', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.optionalDependencies });
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  it.each([
    ['MIT', true],
    ['(BSD-3-Clause OR GPL-2.0)', true],
    ['MIT AND ISC', true],
    ['GPL-2.0', false],
    ['MIT AND GPL-2.0', false],
    [undefined, false],
  ])('with the licence %s may ship: %s', (license, may) => expect(isAllowed(license)).toBe(may));
});
