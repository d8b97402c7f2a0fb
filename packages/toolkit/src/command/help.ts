import { quietToolkitCommand, toolkitCommand } from '../toolkit-line.ts';
import type { Command } from './command.ts';
import { commonOptions, type Options } from './options.ts';

export function helpOfAll(commands: readonly Command[]): string {
  const rows = commands.map((command): [string, string] => [titleOf(command), command.summary]);
  return [
    `${toolkitCommand} COMMAND [options]`,
    '',
    'Commands',
    ...table(rows),
    '',
    'Options of all commands',
    ...table(rowsOf(commonOptions)),
    '',
    'Exit codes: 0 success, 1 the bank refused or a check failed, 2 wrong usage, 3 the service failed or cannot be reached.',
    `Options and an example of a command: ${toolkitCommand} COMMAND --help`,
  ].join('\n');
}

export function helpOf(command: Command): string {
  const hasOptions = Object.keys(command.options).length > 0;
  return [
    `${toolkitCommand} ${titleOf(command)}${hasOptions ? ' [options]' : ''}`,
    '',
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`,
    ...(command.about === undefined ? [] : wrapped(command.about.join(' '), lineWidth)),
    ...(command.aliases ? [`Alias: ${command.aliases.join(', ')}.`] : []),
    ...(hasOptions ? ['', 'Options', ...table(rowsOf(command.options))] : []),
    '',
    'Options of all commands',
    ...table(rowsOf(commonOptions)),
    '',
    'Example',
    `  ${exampleOf(command)}`,
  ].join('\n');
}

/** The examples are written for this repository. In a package or an image the toolkit has another command line. */
const exampleOf = ({ example }: Command): string =>
  example.replace('npm run --silent tpp --', quietToolkitCommand).replace('npm run tpp --', toolkitCommand);

const titleOf = ({ name, words }: Command): string => [name, ...words].join(' ');

export function rowsOf(options: Options): readonly [string, string][] {
  return Object.entries(options).map(([name, { takes, about, choices }]) => [
    `--${name}${takes === undefined ? '' : ` ${takes}`}`,
    choices === undefined ? about : `${about}; one of ${choices.join(', ')}`,
  ]);
}

const termWidthAtMost = 30;
const lineWidth = 110;

function table(rows: readonly [string, string][]): readonly string[] {
  const termWidth = Math.min(termWidthAtMost, Math.max(...rows.map(([term]) => term.length)));
  return rows.flatMap(([term, meaning]) => {
    const [first = '', ...rest] = wrapped(meaning, lineWidth - termWidth - 4);
    const indent = ' '.repeat(termWidth + 4);
    const head =
      term.length > termWidth
        ? [`  ${term}`, `${indent}${first}`]
        : [`  ${term.padEnd(termWidth)}  ${first}`];
    return [...head, ...rest.map((line) => `${indent}${line}`)];
  });
}

/** Breaks the text at spaces. A word that is longer than `width` has a line of its own. */
const wrapped = (text: string, width: number): readonly string[] =>
  text.match(new RegExp(`(?:\\S.{0,${width - 1}}|\\S+)(?= |$)`, 'g')) ?? [];
