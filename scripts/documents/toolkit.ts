import type { Command } from '../../packages/toolkit/src/command/command.ts';
import { rowsOf } from '../../packages/toolkit/src/command/help.ts';
import { commonOptions, type Options } from '../../packages/toolkit/src/command/options.ts';
import { commands } from '../../packages/toolkit/src/commands/list.ts';
import { code, table } from './markdown.ts';

export function toolkitMarkdown(): string {
  return [
    '# The commands of the toolkit',
    '',
    'The toolkit is the command line of a TPP. In this repository you call it by `npm run tpp -- COMMAND`, and with the installed',
    'package by `npx psd2-bank tpp COMMAND`. `--help` prints what this page says of a command.',
    '',
    '- Results go to standard output, messages to standard error.',
    '- The exit code is 0 for success, 1 for a refusal, 2 for wrong use and 3 if the service fails or does not respond. With 2 and 3',
    '  standard output is empty, also with `--json`. Only `listen` may have printed changes before. With 1 and `--json`, a command',
    '  without a result prints `{"error": "…"}`.',
    '',
    table(
      ['command', 'what it does'],
      commands.map(({ name, summary }) => [`[${code(name)}](#${name})`, summary]),
    ),
    'Every command has these options:',
    '',
    ...tableOf(commonOptions),
    ...commands.flatMap(sectionOf),
    '',
  ].join('\n');
}

function tableOf(options: Options): readonly string[] {
  const rows = rowsOf(options).map(([option, meaning]) => [code(option), meaning]);
  return rows.length === 0 ? [] : [table(['option', 'meaning'], rows)];
}

function sectionOf({ name, words, summary, about = [], options, example }: Command): readonly string[] {
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return [
    `## ${name}`,
    '',
    `\`${[name, ...words].join(' ')}\`: ${[sentence, ...about].join(' ')}`,
    '',
    ...tableOf(options),
    '```sh',
    example,
    '```',
    '',
  ];
}
