import { expect, it } from 'vitest';
import { commands } from '../src/commands/list.ts';
import { suggestion } from '../src/suggestion.ts';
import { terminal } from './support/terminal.ts';

const names = commands.map(({ name }) => name);

it.each([
  ['pya', 'pay'],
  ['pa', 'pay'],
  ['payy', 'pay'],
  ['poy', 'pay'],
  ['conformence', 'conformance'],
])('%s suggests %s', (typed, name) => expect(suggestion(typed, names)).toBe(` Did you mean '${name}'?`));

it.each(['nothing', 'p', 'mandate'])('%s suggests nothing', (typed) =>
  expect(suggestion(typed, names)).toBe(''),
);

it('two wrong letters suggest nothing', () => expect(suggestion('abc', ['bcd'])).toBe(''));

it('the command line suggests a command', async () => {
  const { code, notes } = await terminal({})('flwo', 'instant');
  expect([code, notes]).toEqual([
    2,
    expect.stringContaining("There is no command 'flwo'. Did you mean 'flow'?"),
  ]);
});
