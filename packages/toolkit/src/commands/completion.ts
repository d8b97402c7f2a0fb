import { type Command, defineCommand } from '../command/command.ts';
import { completionScript, shells } from '../command/completion.ts';
import { exitCodes, UsageError } from '../command/failures.ts';

export const completionOf = (commands: () => readonly Command[]): Command =>
  defineCommand({
    name: 'completion',
    summary: 'print a completion script for a shell',
    words: ['SHELL'],
    choices: shells,
    about: [
      `SHELL is ${shells.join(', ')}. npm does not complete arguments after --. The script therefore defines a shell`,
      'function tpp, which runs the toolkit in the current folder, and completes its arguments.',
    ],
    options: {},
    example: 'source <(npm run --silent tpp -- completion bash)',
    async run(call) {
      const [word = ''] = call.words;
      const shell = shells.find((one) => one === word);
      if (shell === undefined)
        throw new UsageError(`SHELL must be one of ${shells.join(', ')}, not '${word}'.`);
      call.print(completionScript(shell, commands()));
      return exitCodes.done;
    },
  });
