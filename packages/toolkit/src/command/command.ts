/** A command is declared once; arguments, help and completion are derived from it. */
import type { ToolkitCall } from './call.ts';
import type { Options } from './options.ts';

interface Outline {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** In order; optional ones are in brackets. */
  readonly words: readonly string[];
  /** Values of the first word. */
  readonly choices?: readonly string[];
  readonly about?: readonly string[];
  /** Refused before anything is sent if the bank is not a sandbox. */
  readonly sandboxOnly?: true;
  readonly example: string;
}

export interface Command extends Outline {
  readonly options: Options;
  /** Returns the exit code; none: success. */
  run(call: ToolkitCall<Options>): Promise<number | undefined>;
}

/** Infers the types of the command's own options for `run`. */
export function defineCommand<const O extends Options>(
  command: Outline & { readonly options: O; run(call: ToolkitCall<O>): Promise<number | undefined> },
): Command {
  return command as unknown as Command;
}
