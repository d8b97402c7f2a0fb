import type { ToolkitCall } from './call.ts';
import type { Options } from './options.ts';

interface Outline {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** The names of the words after the command; optional ones are in brackets. */
  readonly words: readonly string[];
  /** The values of the first word, for completion. `run` checks the word. */
  readonly choices?: readonly string[];
  /** The help shows these lines as one paragraph. */
  readonly about?: readonly string[];
  readonly sandboxOnly?: true;
  readonly example: string;
}

export interface Command extends Outline {
  readonly options: Options;
  /** Resolves with the exit code; undefined: 0. */
  run(call: ToolkitCall<Options>): Promise<number | undefined>;
}

/** The type of `options` decides which values `run` gets. */
export function defineCommand<const O extends Options>(
  command: Outline & { readonly options: O; run(call: ToolkitCall<O>): Promise<number | undefined> },
): Command {
  return command as unknown as Command;
}
