import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root, textOf } from './markdown.ts';

const readme = textOf('src/bank/README.md');

it('each member of the port has a row, and no other row exists', () => {
  const [, body = ''] =
    /^export interface Bank \{\n([\s\S]*?)^\}/m.exec(textOf('src/operations/ports/bank.ts')) ?? [];
  const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, name]) => name);
  const [, table = ''] = /## Members of the port\n([\s\S]*?)\n## /.exec(readme) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(members.length).toBeGreaterThan(10);
  expect([...rows].sort()).toEqual([...members].sort());
});

it('each folder of a bank is listed', () => {
  const folders = readdirSync(`${root}src/bank`, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : [],
  );
  expect(folders.filter((name) => !readme.includes(`\`${name}/\``))).toEqual([]);
});

it('each file of a remote bank is in the reading order of its folder', () => {
  const silent = ['upstream', 'core'].flatMap((bank) =>
    readdirSync(`${root}src/bank/${bank}`, { withFileTypes: true })
      .filter((one) => one.name !== 'README.md' && one.name !== 'generated')
      .map((one) => (one.isDirectory() ? `${one.name}/` : one.name))
      .filter((name) => !textOf(`src/bank/${bank}/README.md`).includes(`\`${name}`))
      .map((name) => `${bank}/${name}`),
  );
  expect(silent).toEqual([]);
});
