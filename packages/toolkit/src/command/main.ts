import { commands } from '../commands/list.ts';
import { fileFault } from '../files.ts';
import { isSandbox, RefusedError, UnreachableError, UnsendableError } from '../send.ts';
import { toolkitCommand } from '../toolkit-line.ts';
import { readArguments } from './arguments.ts';
import { createCall, type Surroundings } from './call.ts';
import { exitCodes, UsageError } from './failures.ts';
import { helpOf, helpOfAll } from './help.ts';
import { terminalText } from './terminal-text.ts';

export async function main(args: readonly string[], terminal: Surroundings): Promise<number> {
  let hasPrinted = false;
  let asJson = false;
  const surroundings: Surroundings = {
    ...terminal,
    print: (text) => {
      hasPrinted = true;
      terminal.print(terminalText(text));
    },
    note: (text) => terminal.note(terminalText(text)),
  };
  try {
    const { command, words, values } = readArguments(args, commands);
    if (values.help) {
      surroundings.print(command === null ? helpOfAll(commands) : helpOf(command));
      return exitCodes.done;
    }
    asJson = values.json ?? false;
    if (command === null) throw new UsageError(`Name a command. See ${toolkitCommand} --help.`);
    const call = createCall(words, values, surroundings);
    if (command.sandboxOnly && !(await isSandbox(call.base())))
      throw new UsageError(
        `${command.name} works only with a sandbox, and the bank at ${call.base()} is not one.`,
      );
    return (await command.run(call)) ?? exitCodes.done;
  } catch (cause) {
    const fault = fileFault(cause);
    const error = fault === null ? cause : new UsageError(fault);
    const code = exitCodeOfError(error);
    if (code === null) throw error;
    const { message } = error as Error;
    // A program that reads the output of --json gets a value even if the bank refuses.
    if (asJson && code === exitCodes.refused && !hasPrinted)
      surroundings.print(JSON.stringify({ error: message }));
    surroundings.note(message);
    return code;
  }
}

/** null: the error is a defect of the toolkit. */
function exitCodeOfError(error: unknown): number | null {
  if (error instanceof UsageError || error instanceof UnsendableError) return exitCodes.wrongUse;
  if (error instanceof UnreachableError) return exitCodes.noService;
  return error instanceof RefusedError ? exitCodes.refused : null;
}
