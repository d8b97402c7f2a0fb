import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printWholeSchema } from '../../src/graphql/schema/schema.ts';
import { createOpenApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/routes.ts';
import { documents, exists, root, textOf } from './markdown.ts';

const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

function target(from: string, link: string): { readonly file: string; readonly anchor: string | undefined } {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : new URL(path, `file:///${from}`).pathname.slice(1);
  return { file: decodeURIComponent(file), anchor };
}

const unknown = /\b(specification|contract) \d|\bcolumns? [A-G]\b|\btable \d|\bsections? \d/gi;

describe.each(documents)('%s', (path) => {
  it('has links that lead to something', () => {
    const text = textOf(path).replace(/```[\s\S]*?```/g, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const { file, anchor } = target(path, link);
      return !exists(file) || (anchor !== undefined && !anchorsOf(textOf(file)).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('names no document outside the repository', () => {
    const named = [...textOf(path).matchAll(/\b[\w./-]+\.md\b/g)].map(([name]) => name);
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    expect(named.filter((name) => !exists(name) && !exists(folder + name) && !/^\.\.\//.test(name))).toEqual(
      [],
    );
    expect(textOf(path).match(unknown) ?? []).toEqual([]);
  });
});

it('examples/README.md lists each folder of examples once, in alphabetical order', () => {
  const listed = [...textOf('examples/README.md').matchAll(/^\| \[(\S+)\]/gm)].map(([, folder]) => folder);
  const folders = readdirSync(`${root}examples`, { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(listed).toEqual(folders.map(({ name }) => name).sort());
});

it('the OpenAPI document and the schema name no such document either', () => {
  const openApi = JSON.stringify(
    createOpenApiDocument({ routes, sandbox: true, publicUrl: 'http://localhost:4000' }),
  );
  expect(openApi.match(unknown) ?? []).toEqual([]);
  expect(printWholeSchema().match(unknown) ?? []).toEqual([]);
  const named = [...`${openApi}${printWholeSchema()}`.matchAll(/\bdocs\/[\w-]+\.md\b/g)].map(
    ([name]) => name,
  );
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

it('no comment of the source cites a section by its numbers', () => {
  const sources = ['src', 'packages', 'console', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !/node_modules|generated/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const citing = sources.filter((file) => /\b(specification|contract|table) \d/i.test(textOf(file)));
  expect(citing).toEqual([]);
});
