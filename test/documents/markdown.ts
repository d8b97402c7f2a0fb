/** What the documents of the repository show, for tests that play it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

export const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The fenced blocks of a language, in their order. */
export function blocks(path: string, language: string): readonly string[] {
  return [...textOf(path).matchAll(/^( *)```([\w-]*)[^\n]*\n([\s\S]*?)^\1```/gm)]
    .filter(([, , named]) => named === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** Every document that a reader of the repository may open, those of tools aside. */
export function documents(): readonly string[] {
  const skipped = /^(node_modules|dist|\.git|\.data)(\/|$)|\/node_modules\//;
  return readdirSync(fileURLToPath(root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !skipped.test(path))
    .sort();
}
