/** `npm run sbom`: the bill of materials and the licences of what ships are complete, and docs/licences.md is what they say. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtService } from '../support/built.ts';
import { root, textOf } from './markdown.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly purl: string;
  readonly licenses?: readonly [{ readonly expression?: string; readonly license?: { readonly id: string } }];
}
let components: readonly Component[];
let libraries: readonly Component[];
let licences: string;
beforeAll(() => {
  builtService();
  execFileSync(process.execPath, [`${root}scripts/sbom.mjs`], { cwd: root });
  const bill = JSON.parse(readFileSync(`${root}dist/sbom.cdx.json`, 'utf8'));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
  components = bill.components;
  libraries = components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
  licences = readFileSync(`${root}dist/licences.txt`, 'utf8');
}, 300_000);

const licenceOf = ({ licenses }: Component) => licenses?.[0].expression ?? licenses?.[0].license?.id ?? '';

describe('the bill of materials', () => {
  it('has Node, each package that is installed, and what the service and the console are built of', () => {
    const { dependencies, optionalDependencies } = JSON.parse(textOf('package.json'));
    const names = components.map(({ name }) => name);
    const installed = Object.keys({ ...dependencies, ...optionalDependencies });
    expect(names).toEqual(
      expect.arrayContaining(['node', ...installed, 'zod', 'graphql-yoga', 'react', 'd3-path']),
    );
    for (const tool of ['vitest', 'typescript', 'esbuild', 'vite']) expect(names).not.toContain(tool);
  });

  it.skipIf(spawnSync('dpkg-query', ['--version']).error !== undefined)(
    'has the packages of Debian whose libraries lie beside Node: the C library and that of C++',
    () => {
      const purls = components.map(({ purl }) => purl);
      for (const name of ['libc6', 'libstdc++6'])
        expect(
          purls.some((purl) => purl.startsWith(`pkg:deb/debian/${name}@`)),
          name,
        ).toBe(true);
    },
  );

  it('names of each its version, its licence and a package URL', () => {
    for (const one of libraries) {
      expect(licenceOf(one), one.name).not.toBe('');
      expect(one.purl).toBe(`pkg:npm/${one.name.replace('@', '%40')}@${one.version}`);
    }
  });
});

describe('licences', () => {
  it('docs/licences.md lists those of all packages that ship', () => {
    const listed = [...textOf('docs/licences.md').matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(2);
    const shown = listed.flatMap(([, licence, names = '']) =>
      names.split(', ').map((name) => `${name}: ${licence}`),
    );
    const shipped = new Set(libraries.map((one) => `${one.name}: ${licenceOf(one)}`));
    expect(shown.sort()).toEqual([...shipped].sort());
  });

  it('their texts are there, but for packages that come without: less than one in five', () => {
    const sections = licences.split(`\n\n${'-'.repeat(80)}\n\n`);
    expect(sections.length).toBeGreaterThan(100);
    const bare = sections.filter((section) => section.trim().split('\n').length === 1);
    expect(bare.length).toBeLessThan(sections.length / 5);
    expect(sections.find((section) => section.startsWith('zod '))).toContain('Permission is hereby granted');
  });
});
