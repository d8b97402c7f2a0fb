import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root, textOf } from './markdown.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly object[];
}
const materials = (cwd: string) =>
  spawnSync(process.execPath, [`${root}scripts/materials.mjs`], { cwd, encoding: 'utf8' });

let components: readonly Component[];
let licences: string;
beforeAll(() => {
  expect(materials(root)).toMatchObject({ status: 0, stderr: '' });
  const bill = JSON.parse(readFileSync(`${root}dist/sbom.cdx.json`, 'utf8'));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'psd2-bank', type: 'application' } },
  });
  components = bill.components;
  licences = readFileSync(`${root}dist/licences.txt`, 'utf8');
}, 60_000);

function installed(): readonly (readonly [string, string])[] {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    readonly packages: Readonly<Record<string, Record<string, unknown>>>;
  };
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link,
    )
    .map(([path, { name, version }]) => [path, `${name ?? path.split('node_modules/').at(-1)} ${version}`]);
}

describe('the bill of materials', () => {
  it('lists each package that ships, and no tools', () => {
    const listed = components.map(({ name, version }) => `${name} ${version}`);
    expect(listed.sort()).toEqual([...new Set(installed().map(([, name]) => name))].sort());
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['zod', 'graphql-yoga', 'react', 'd3-path']));
    for (const tool of ['vitest', 'typescript', 'esbuild', 'vite']) expect(names).not.toContain(tool);
  });

  it('has a licence and a package URL for each', () => {
    for (const { name, version, licenses, purl } of components) {
      expect(licenses, name).toHaveLength(1);
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    }
  });
});

describe('licences', () => {
  it('of all installed packages are there', () => {
    const here = installed().filter(([path]) => existsSync(root + path));
    for (const [, name] of here) expect(`\n${licences}`).toContain(`\n${name}\n`);
    expect(licences).toContain('Permission is hereby granted');
  });

  it.each([
    ['(BSD-3-Clause OR GPL-2.0)', 0],
    ['MIT AND ISC', 0],
    ['GPL-2.0', 1],
    ['MIT AND GPL-2.0', 1],
    [undefined, 1],
  ])('a package with the licence %s ends it with %s', (license, status) => {
    const folder = mkdtempSync(join(tmpdir(), 'licences-'));
    const write = (path: string, manifest: object) => {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
    };
    write('.', { name: 'own', license: 'MIT', dependencies: { other: '1.0.0' } });
    write('node_modules/other', { name: 'other', license });
    const own = { name: 'own', version: '1.0.0', dependencies: { other: '1.0.0' } };
    const other = { version: '1.0.0', license };
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ lockfileVersion: 3, packages: { '': own, 'node_modules/other': other } }),
    );
    const run = materials(folder);
    rmSync(folder, { recursive: true });
    expect(run.status, run.stderr).toBe(status);
    if (status !== 0) expect(run.stderr).toContain('other@1.0.0');
  });
});
