import type { ToolkitCall } from './call.ts';
import type { Options } from './options.ts';

interface Outline {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Optional ones are in brackets. */
  readonly words: readonly string[];
  readonly choices?: readonly string[];
  readonly about?: readonly string[];
  readonly sandboxOnly?: true;
  readonly example: string;
}

export interface Command extends Outline {
  readonly options: Options;
  run(call: ToolkitCall<Options>): Promise<number | undefined>;
}

export function defineCommand<const O extends Options>(
  command: Outline & { readonly options: O; run(call: ToolkitCall<O>): Promise<number | undefined> },
): Command {
  return command as unknown as Command;
}
