/**
 * The shape of a command: one value in one file of ../commands. Arguments, help and completion are derived from it, so
 * an option is declared once.
 */
import type { ToolkitCall } from './call.ts';
import type { Options } from './options.ts';

interface Outline {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line. */
  readonly summary: string;
  /** The arguments in their order; those in brackets are optional. */
  readonly words: readonly string[];
  /** What the first word can be. */
  readonly choices?: readonly string[];
  /** Further lines of help. */
  readonly about?: readonly string[];
  /** Whether a bank that is no sandbox has nothing for it: the command ends before it sends anything. */
  readonly sandboxOnly?: true;
  readonly example: string;
}

export interface Command extends Outline {
  readonly options: Options;
  /** Returns the exit code. */
  run(call: ToolkitCall<Options>): Promise<number>;
}

/** A command whose `run` gets typed values of its own options. */
export function defineCommand<const O extends Options>(
  command: Outline & { readonly options: O; run(call: ToolkitCall<O>): Promise<number> },
): Command {
  return command as unknown as Command;
}
