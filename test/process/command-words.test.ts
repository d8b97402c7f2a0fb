import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { root } from '../documents/markdown.ts';

vi.setConfig({ testTimeout: 90_000 });

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

function runScript(name: string, word: string) {
  const [command = '', ...words] = scripts[name].split(' ');
  // An unknown BANK stops a program that ignores the word.
  const env = { ...process.env, BANK: 'none', PORT: '65536', DATABASE_URL: 'none' };
  return spawnSync(command, [...words, word], { cwd: root, env, encoding: 'utf8', timeout: 60_000 });
}

const names = ['start', 'demo', 'facade', 'core', 'db:migrate'];

it.each(names)('npm run %s -- --help says what the command does, and does nothing', (name) => {
  const { status, stdout, stderr } = runScript(name, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(name === 'start' ? /^npm start\b/ : new RegExp(`^npm run ${name}\\b`));
});

it.each(names)('npm run %s refuses a word that it does not take', (name) => {
  const { status, stdout, stderr } = runScript(name, '--port=5000');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain("'--port");
});
