/** What `npm start` runs: a start opens the few files that the service was built into, not those of its libraries. */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { builtService } from '../support/built.ts';

/** What a module imports, at once and later. */
const importsOf = (text: string) => ({
  atOnce: [...text.matchAll(/^(?:import|(?:(?:import|export) .*|\}) from) ?["']([^"'\n]+)["'];/gm)].map(
    ([, name = '']) => name,
  ),
  later: [...text.matchAll(/\bimport\(["']([^"'\n]+)["']\)/g)].map(([, name = '']) => name),
});

it('the built service has its libraries within it, but for those that are shared or that few need', () => {
  const main = builtService().at(-1) ?? '';
  const [files, elsewhere] = [new Set([main]), new Set<string>()];
  const schemas: string[] = [];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const { atOnce, later } = importsOf(text);
    for (const name of [...atOnce, ...later])
      if (!name.startsWith('.')) elsewhere.add(name.replace(/^node:/, ''));
      else if (!name.includes('packages/')) files.add(join(dirname(file), name));
    schemas.push(...(text.match(/\bGraphQLSchema\d? = class\b|\bclass GraphQLSchema\d? \{/g) ?? []));
  }
  expect(files.size).toBeGreaterThan(5);
  expect([...elsewhere].filter((name) => !builtinModules.includes(name)).sort()).toEqual([
    '@graphql-yoga/render-graphiql',
    'pg',
  ]);
  // Two copies of graphql refuse each other's schemas.
  expect(schemas).toHaveLength(1);
});
