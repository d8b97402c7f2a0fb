import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandBeside } from '../src/toolkit-line.ts';

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
  ['the program of the package', 'node_modules/.bin/psd2-bank', 'npx psd2-bank tpp'],
  ['the same as a file', 'package/bin/psd2-bank.mjs', 'npx psd2-bank tpp'],
  ['a source', 'checkout/src/main.ts', 'npm run tpp --'],
  ['a build of another package', 'vitest/dist/cli.js', 'npm run tpp --'],
  ['a build with npm scripts beside it', 'checkout/dist/main.js', 'npm run tpp --'],
  ['a build alone, as in an image', 'app/dist/main.js', 'node app/dist/tpp/cli.js'],
  ['the toolkit there', 'app/dist/tpp/cli.js', 'node app/dist/tpp/cli.js'],
])('%s', (_, program, command) => expect(commandBeside(join(folder, program), folder)).toBe(command));
