/** What the documents of the repository show, for tests that play it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
export const exists = (path: string): boolean => existsSync(`${root}${path}`);

export function blocks(path: string, language: string): readonly string[] {
  return [...textOf(path).matchAll(/^( *)```([\w-]*)[^\n]*\n([\s\S]*?)^\1```/gm)]
    .filter(([, , named]) => named === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

export const documents: readonly string[] = [
  '',
  'docs',
  'examples',
  'examples/bruno',
  'examples/graphql',
  'examples/postman',
  'examples/rest',
  'examples/signing',
  'examples/testcontainers',
  'packages/embedded-postgres',
  'src/bank',
  'src/bank/core',
  'src/bank/upstream',
]
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => (folder === '' ? name : `${folder}/${name}`)),
  )
  .sort();
