/** Reads and checks the file of SANDBOX_SEED, YAML or JSON. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { readPath } from '../domain/fields/path.ts';
import { isObject } from '../domain/fields/shared.ts';
import type { Fault } from '../domain/refusal.ts';
import { readSeed } from '../domain/sandbox/read-seed.ts';
import type { Seed } from '../domain/sandbox/seed.ts';
import { FileTextError, fileText } from '../domain/values/file-text.ts';
import { StartError } from './ports.ts';

const maxBytes = 4 * 2 ** 20;
const maxLines = 20;
/** An alias of YAML repeats its anchor, so a small file could become a large value. */
const maxAliases = 1_000;

export interface SeedFile {
  readonly seed: Seed;
  /** One line for each value that the interface would accept from a TPP with a warning. */
  readonly warnings: readonly string[];
}

interface FileValue {
  readonly value: unknown;
  /** The line of the value at a path. If there is no such value, the line of the object that should contain it. */
  lineOf(path: string): number;
}

/** Throws a StartError with one line for each fault. */
export async function readSeedFile(file: string, now: number): Promise<SeedFile> {
  const name = basename(file);
  const { value, lineOf } = await readValue(textOf(file), name);
  const result = readSeed(value, now);
  const describeFaults = (faults: readonly Fault[]) =>
    shortened(
      faults.map(({ path, text }) => `${name}:${lineOf(path)}: ${path}: ${text}`),
      name,
    );
  if (!result.ok) throw new StartError(describeFaults(result.faults).join('\n'));
  return { seed: result.seed, warnings: describeFaults(result.warnings) };
}

function shortened(lines: readonly string[], name: string): readonly string[] {
  if (lines.length <= maxLines) return lines;
  const hiddenLines = lines.length - maxLines;
  return [...lines.slice(0, maxLines), `${name}: ${hiddenLines} more lines are not shown`];
}

function textOf(file: string): string {
  try {
    if (statSync(file).size > maxBytes)
      throw new StartError(`SANDBOX_SEED: ${file} has more than ${maxBytes} bytes.`);
    return fileText(readFileSync(file));
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof FileTextError) throw new StartError(`SANDBOX_SEED: ${file} ${error.message}.`);
    throw new StartError(`SANDBOX_SEED: cannot read ${file}.`);
  }
}

/** Reads YAML, and so also JSON, which is a part of it. Only a service with a seed file loads the parser. */
async function readValue(text: string, name: string): Promise<FileValue> {
  const { LineCounter, parseDocument } = await import('yaml');
  try {
    const lineCounter = new LineCounter();
    const document = parseDocument(text, { lineCounter });
    const [error] = document.errors;
    if (error !== undefined) {
      const [{ line, col } = { line: 1, col: 1 }] = error.linePos ?? [];
      throw new StartError(`${name}: line ${line}, column ${col}: ${firstLineOf(error.message)}`);
    }
    return {
      value: document.toJS({ maxAliasCount: maxAliases }),
      lineOf(path) {
        const steps = readPath(path).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
        for (let length = steps.length; length > 0; length -= 1) {
          const node = document.getIn(steps.slice(0, length), true);
          const range = isObject(node) ? node.range : undefined;
          if (Array.isArray(range)) return lineCounter.linePos(Number(range[0])).line;
        }
        return 1;
      },
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${name}: ${firstLineOf(error instanceof Error ? error.message : String(error))}`);
  }
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0]?.split(' at line ', 1)[0] ?? '';
