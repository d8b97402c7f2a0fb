import { afterEach, expect, it, vi } from 'vitest';
import { sandboxFolder } from './support/sandbox-folder.ts';
import { terminal } from './support/terminal.ts';

const dataDir = sandboxFolder();
afterEach(() => void vi.unstubAllGlobals());

const evil = 'a\u001b]0;owned\u0007\u001b[2J\u009b31m\u007f\rb\u202ec $(touch /tmp/x) `id` ; rm';
const run = (...args: string[]) => terminal({ DATA_DIR: dataDir, PORT: '4321' })(...args);
const answer = (status: number, body: string) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
/** Characters that move a cursor, colour, ring, or change the direction of text. */
const commands = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

it.each([
  ['a body of JSON', 200, JSON.stringify({ creditorName: evil })],
  ['the same unescaped, for nobody forbids that of U+009B', 200, `{"creditorName":"${evil.slice(10)}"}`],
  ['a body of text', 200, evil],
  ['a refusal', 409, JSON.stringify({ code: 'CONFLICT', message: evil })],
  ['a failure', 500, JSON.stringify({ code: 'SYSTEM_ERROR', message: evil })],
])('%s is shown with its terminal escapes written out', async (_, status, body) => {
  answer(status, body);
  for (const args of [
    ['send', 'GET', '/v1/x'],
    ['send', 'GET', '/v1/x', '--json'],
    ['graphql', '{ viewer }'],
  ]) {
    const { out, notes } = await run(...args);
    expect(`${out}${notes}`).not.toMatch(commands);
  }
});

it('JSON keeps its value', async () => {
  answer(200, JSON.stringify({ creditorName: evil }));
  const { out } = await run('send', 'GET', '/v1/x');
  expect(JSON.parse(out)).toEqual({ creditorName: evil });
});
