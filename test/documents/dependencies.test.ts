import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root, textOf } from './markdown.ts';

const manifest = JSON.parse(textOf('package.json'));
const shipped = { ...manifest.dependencies, ...manifest.optionalDependencies };

function imported(): ReadonlySet<string> {
  const files = ['src', 'console', 'packages/toolkit/src', 'packages/embedded-postgres/src'].flatMap(
    (folder) =>
      readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && name !== 'vite.config.ts')
        .map((name) => readFileSync(`${root}${folder}/${name}`, 'utf8')),
  );
  const names = files.flatMap((text) =>
    [...text.matchAll(/\b(?:from|import\() ?'((?:@[^/']+\/)?[^/'.][^/']*)/g)].map(([, name = '']) => name),
  );
  return new Set(names);
}

/** The first column of the table of libraries; `@embedded-postgres/*` covers all of its platforms. */
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
  it('are not development packages: apart from a part of this repository, no such package is imported', () => {
    const wrong = Object.keys(manifest.devDependencies).filter((name) => imported().has(name));
    expect(wrong).toEqual(['embedded-postgres-server']);
  });

  it('have a reason in docs/decisions.md, and nothing else has one there', () => {
    expect([...explained().keys()].sort()).toEqual([...new Set(Object.keys(shipped).map(family))].sort());
    for (const [name, why] of explained()) expect(why.length, name).toBeGreaterThan(8);
  });

  it('are installed at exact versions', () => {
    for (const version of Object.values(shipped)) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });
});
