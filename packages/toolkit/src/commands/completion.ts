import { oneOf } from '../command/arguments.ts';
import { type Command, defineCommand } from '../command/command.ts';
import { commonOptions, type Option } from '../command/options.ts';
import { quietToolkitCommand, quoted } from '../toolkit-line.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** A function gives the commands, because this command is one of them. */
export const completionOf = (commands: () => readonly Command[]): Command =>
  defineCommand({
    name: 'completion',
    summary: 'print a completion script for a shell',
    words: ['SHELL'],
    choices: shells,
    about: [
      `SHELL is one of ${shells.join(', ')}. npm does not complete arguments after --, so the script defines a shell`,
      'function tpp. The function runs the toolkit in the current folder, and the shell completes its arguments.',
    ],
    options: {},
    example: 'source <(npm run --silent tpp -- completion bash)',
    async run(call) {
      const [word = ''] = call.words;
      call.print(completionScript(oneOf(shells, 'SHELL', word), commands()));
    },
  });

const scripts = { bash, zsh, fish };
export const completionScript = (shell: keyof typeof scripts, commands: readonly Command[]): string =>
  scripts[shell](commands);

const optionsOf = (command: Command): readonly (readonly [string, Option])[] =>
  Object.entries({ ...command.options, ...commonOptions });
const namesOf = ({ name, aliases = [] }: Command): readonly string[] => [name, ...aliases];

function bash(commands: readonly Command[]): string {
  const words = commands.flatMap(namesOf).join(' ');
  const choicesByOption = new Map<string, string>();
  const fileOptions = new Set<string>();
  for (const [name, { choices, takes }] of commands.flatMap(optionsOf)) {
    if (choices !== undefined) choicesByOption.set(`--${name}`, choices.join(' '));
    else if (takes?.includes('FILE')) fileOptions.add(`--${name}`);
  }
  return [
    `tpp() { ${quietToolkitCommand} "$@"; }`,
    '_tpp() {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" options=""',
    '  case "$before" in',
    ...[...choicesByOption].map(
      ([option, choices]) => `    ${option}) COMPREPLY=($(compgen -W "${choices}" -- "$word")); return ;;`,
    ),
    `    ${[...fileOptions].join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;`,
    '  esac',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W "${words}" -- "$word")); return`,
    '  fi',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
    '  case "${COMP_WORDS[1]}" in',
    ...commands.map((command) => {
      const options = optionsOf(command).map(([name]) => `--${name}`);
      return `    ${namesOf(command).join('|')}) options="${[...(command.choices ?? []), ...options].join(' ')}" ;;`;
    }),
    '  esac',
    '  COMPREPLY=($(compgen -W "$options" -- "$word"))',
    '}',
    'complete -F _tpp tpp',
  ].join('\n');
}

function zsh(commands: readonly Command[]): string {
  const escapedText = (text: string) => text.replace(/[\\[\]:]/g, '\\$&');
  const actionOf = ({ takes, choices }: Option) => {
    if (choices) return `(${choices.join(' ')})`;
    return takes?.includes('FILE') ? '_files' : '';
  };
  const optionSpec = ([name, option]: readonly [string, Option]) => {
    const { takes, about, multiple } = option;
    const value = takes === undefined ? '' : `:${escapedText(takes)}:${actionOf(option)}`;
    return quoted(`${multiple ? '*' : ''}--${name}[${escapedText(about)}]${value}`);
  };
  return [
    '#compdef tpp',
    `tpp() { ${quietToolkitCommand} "$@" }`,
    '_tpp() {',
    '  local context state line',
    '  local -a commands',
    '  commands=(',
    ...commands.flatMap((command) =>
      namesOf(command).map((name) => `    ${quoted(`${name}:${escapedText(command.summary)}`)}`),
    ),
    '  )',
    "  _arguments -C '1: :->command' '*:: :->rest'",
    '  case $state in',
    "    command) _describe -t commands 'command' commands ;;",
    '    rest)',
    '      case $words[1] in',
    ...commands.map((command) => {
      const choices = command.choices ? [quoted(`1: :(${command.choices.join(' ')})`)] : [];
      const specs = [...choices, ...optionsOf(command).map(optionSpec), quoted('*: :_files')];
      return `        ${namesOf(command).join('|')}) _arguments ${specs.join(' ')} ;;`;
    }),
    '      esac ;;',
    '  esac',
    '}',
    '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }',
    'compdef _tpp tpp',
  ].join('\n');
}

function fish(commands: readonly Command[]): string {
  const fishText = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  return [
    `function tpp; ${quietToolkitCommand} $argv; end`,
    'complete -c tpp -f',
    ...commands.flatMap((command) => {
      const names = namesOf(command).join(' ');
      const within = `complete -c tpp -n '__fish_seen_subcommand_from ${names}'`;
      return [
        `complete -c tpp -n __fish_use_subcommand -a ${fishText(names)} -d ${fishText(command.summary)}`,
        ...(command.choices ? [`${within} -a ${fishText(command.choices.join(' '))}`] : []),
        ...optionsOf(command).map(([name, { takes, choices, about }]) => {
          const value = choices ? ` -x -a ${fishText(choices.join(' '))}` : ' -r';
          const file = takes?.includes('FILE') ? ' -F' : '';
          return `${within} -l ${name}${takes === undefined ? '' : value}${file} -d ${fishText(about)}`;
        }),
      ];
    }),
  ].join('\n');
}
