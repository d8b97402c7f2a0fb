/** The command line in this process: typed words, and the output. */
import type { Surroundings } from '../../src/command/call.ts';
import { main } from '../../src/command/main.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly notes: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export function terminal(env: Readonly<Record<string, string>>, more: Partial<Surroundings> = {}) {
  return async (...args: string[]): Promise<Ran> => {
    const [out, notes]: [string[], string[]] = [[], []];
    const code = await main(args, {
      env,
      fileSettings: {},
      print: (text) => void out.push(text),
      note: (text) => void notes.push(text),
      readInput: async () => new Uint8Array(),
      colour: false,
      isTerminal: false,
      interruption: () => new AbortController().signal,
      ...more,
    });
    return { code, out: out.join('\n'), notes: notes.join('\n'), json: parse(out.join('\n')) };
  };
}

/** The command listen in the background. `end` interrupts it, and resolves with its exit code. */
export function listening(env: Readonly<Record<string, string>>, ...args: string[]) {
  const [lines, notes]: [string[], string[]] = [[], []];
  const interruption = new AbortController();
  const run = terminal(env, {
    print: (text) => void lines.push(text),
    note: (text) => void notes.push(text),
    interruption: () => interruption.signal,
  });
  const result = run('listen', ...args);
  const end = async () => {
    interruption.abort();
    return (await result).code;
  };
  return { lines, notes, end };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
