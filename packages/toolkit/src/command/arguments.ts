import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggestion } from '../suggestion.ts';
import { toolkitCommand } from '../toolkit-line.ts';
import type { Command } from './command.ts';
import { UsageError } from './failures.ts';
import { commonOptions, type Options, type OptionValues } from './options.ts';

interface Arguments {
  readonly command: Command | null;
  readonly words: readonly string[];
  readonly values: OptionValues<Options>;
}

export function readArguments(args: readonly string[], commands: readonly Command[]): Arguments {
  const name = commandNameIn(args, commands);
  // `help pay` means `pay --help`.
  if (name === 'help') return readArguments([...args.toSpliced(args.indexOf('help'), 1), '--help'], commands);
  if (name === undefined) {
    const { values } = parse(args, commonOptions, null);
    return { command: null, words: [], values };
  }
  const command = commands.find((one) => one.name === name || one.aliases?.includes(name));
  if (command === undefined) {
    const names = commands.flatMap((one) => [one.name, ...(one.aliases ?? [])]);
    throw new UsageError(
      `There is no command '${name}'.${suggestion(name, names)} See ${toolkitCommand} --help.`,
    );
  }
  const options = { ...commonOptions, ...command.options };
  const { values, positionals } = parse(args, options, command.name);
  const words = positionals.slice(1);
  if (!values.help) {
    requireWords(command, words);
    requireValues(command, options, values);
  }
  return { command, words, values };
}

/** Options may come before the command, so the parser must know which options of all commands take a value. */
function commandNameIn(args: readonly string[], commands: readonly Command[]): string | undefined {
  const all = Object.assign({}, commonOptions, ...commands.map((command) => command.options)) as Options;
  const options = parserOptions(all);
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true }).positionals[0];
}

function parse(args: readonly string[], options: Options, commandName: string | null) {
  try {
    const result = parseArgs({ args: [...args], options: parserOptions(options), allowPositionals: true });
    return result as { values: OptionValues<Options>; positionals: string[] };
  } catch (error) {
    const { message } = error as Error;
    const [firstSentence = ''] = message.split(/\.\s|\n/);
    // For `--amount -5`, the message of Node ends with: `… starting with a dash use '--amount=-XYZ'.`
    const [, form] = /dash use (\S+)\.$/.exec(message) ?? [];
    const why = form === undefined ? firstSentence : `A value that begins with a dash needs the form ${form}`;
    throw usageError(why.replace(/\.$/, ''), commandName);
  }
}

/** parseArgs also reads `short` and `multiple` of an option, and ignores its other fields. */
const parserOptions = (options: Options): NonNullable<ParseArgsConfig['options']> =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      { type: option.takes === undefined ? ('boolean' as const) : ('string' as const), ...option },
    ]),
  );

const usageError = (why: string, commandName: string | null): UsageError =>
  new UsageError(`${why}; see ${toolkitCommand}${commandName === null ? '' : ` ${commandName}`} --help.`);

/** Refuses empty words, which come from variables of the shell that are not set. */
function requireWords({ name, words: expectedWords }: Command, words: readonly string[]): void {
  const requiredWords = expectedWords.filter((word) => !word.startsWith('['));
  const missingWord = requiredWords[words.length];
  if (missingWord !== undefined) throw usageError(`${name} needs ${missingWord}`, name);
  const emptyWord = expectedWords.find((_, index) => words[index] === '');
  if (emptyWord !== undefined) throw usageError(`${name}: ${emptyWord} is empty`, name);
  const extraWord = words[expectedWords.length];
  if (extraWord !== undefined) throw usageError(`${name} does not take '${extraWord}'`, name);
}

/** Refuses empty values, which come from variables of the shell that are not set. */
function requireValues({ name }: Command, options: Options, values: OptionValues<Options>): void {
  for (const [optionName, { choices, mayBeEmpty }] of Object.entries(options)) {
    const value: unknown = values[optionName];
    if (value === '' && !mayBeEmpty) throw usageError(`--${optionName} is empty`, name);
    if (choices !== undefined && typeof value === 'string') oneOf(choices, `--${optionName}`, value);
  }
}

export function oneOf<Choice extends string>(choices: readonly Choice[], name: string, text: string): Choice {
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw choiceError(choices, name, text);
}

export const choiceError = (choices: readonly string[], name: string, text: string): UsageError =>
  new UsageError(`${name} must be one of ${choices.join(', ')}, not '${text}'.`);

export function readCount(option: string, text: string, least: number, most: number): number {
  const count = Number(text);
  if (/^\d{1,4}$/.test(text) && count >= least && count <= most) return count;
  throw new UsageError(`--${option} must be a number from ${least} to ${most}, not '${text}'.`);
}
