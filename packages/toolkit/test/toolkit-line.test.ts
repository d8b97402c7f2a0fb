import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandsFor } from '../src/toolkit-line.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'called-'));
  for (const file of ['checkout/scripts/run.mjs', 'checkout/dist/tpp/cli.js', 'app/dist/tpp/cli.js']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['the program of the package', 'node_modules/.bin/psd2-bank', ['npx psd2-bank', 'npx psd2-bank tpp']],
  ['the same as a file', 'package/bin/psd2-bank.mjs', ['npx psd2-bank', 'npx psd2-bank tpp']],
  ['a source', 'checkout/src/main.ts', ['npm start', 'npm run tpp --']],
  ['a build of another package', 'vitest/dist/cli.js', ['npm start', 'npm run tpp --']],
  ['a build with npm scripts beside it', 'checkout/dist/main.js', ['npm start', 'npm run tpp --']],
  [
    'a build alone, as in an image',
    'app/dist/main.js',
    ['node app/dist/main.js', 'node app/dist/tpp/cli.js'],
  ],
  ['the toolkit there', 'app/dist/tpp/cli.js', ['node app/dist/main.js', 'node app/dist/tpp/cli.js']],
])('%s', (_, program, commands) => {
  const { start, toolkit } = commandsFor(join(folder, program), folder);
  expect([start, toolkit]).toEqual(commands);
});

it('the program of the package also where a program of its user has loaded the library', () => {
  const library = 'file:///shop/node_modules/psd2-bank/dist/tpp/index.js';
  const { start } = commandsFor('/shop/node_modules/vitest/dist/cli.js', folder, library);
  expect(start).toBe('npx psd2-bank');
});

it('messages name the command that starts the service here, and no other', () => {
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const named = sources.filter((file) => /npm start/.test(readFileSync(join(src, file), 'utf8')));
  expect(named).toEqual(['toolkit-line.ts']);
});
