/** Reads and checks the file of SANDBOX_SEED, YAML or JSON. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Fault } from '../domain/refusal.ts';
import { readSeed } from '../domain/sandbox/read-seed.ts';
import type { Seed } from '../domain/sandbox/seed.ts';
import { todayInOslo } from '../domain/values/calendar.ts';
import { FileTextError, fileText } from '../domain/values/file-text.ts';
import { StartError } from './ports.ts';

const bytesAtMost = 2 ** 20;
const linesAtMost = 20;
/** An alias of YAML repeats its anchor, so a small file could become a large value. */
const aliasesAtMost = 1_000;

export interface SeedFile {
  readonly seed: Seed;
  /** One line for each value that would draw a WARNING at the interface. */
  readonly warnings: readonly string[];
}

/** Throws a StartError with one line for each fault. */
export async function readSeedFile(file: string, now: number): Promise<SeedFile> {
  const value = await readValue(textOf(file), basename(file));
  const result = readSeed(value, todayInOslo(now));
  if (!result.ok) throw new StartError(linesOf(file, result.faults).join('\n'));
  return { seed: result.seed, warnings: linesOf(file, result.warnings) };
}

function linesOf(file: string, faults: readonly Fault[]): readonly string[] {
  const lines = faults.map(({ path, text }) => `${basename(file)}: ${path}: ${text}`);
  if (lines.length <= linesAtMost) return lines;
  const more = lines.length - linesAtMost;
  return [...lines.slice(0, linesAtMost), `${basename(file)}: ${more} more of these are not shown`];
}

function textOf(file: string): string {
  try {
    if (statSync(file).size > bytesAtMost)
      throw new StartError(`SANDBOX_SEED: ${file} has more than ${bytesAtMost} bytes.`);
    return fileText(readFileSync(file));
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof FileTextError) throw new StartError(`SANDBOX_SEED: ${file} ${error.message}.`);
    throw new StartError(`SANDBOX_SEED: cannot read ${file}.`);
  }
}

/** JSON is a part of YAML. Only a service with a seed loads the parser. */
async function readValue(text: string, name: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  try {
    const document = parseDocument(text);
    const [error] = document.errors;
    if (error === undefined) return document.toJS({ maxAliasCount: aliasesAtMost });
    const [{ line, col } = { line: 1, col: 1 }] = error.linePos ?? [];
    throw new StartError(`${name}: line ${line}, column ${col}: ${firstLine(error.message)}`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${name}: ${firstLine(error instanceof Error ? error.message : String(error))}`);
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0]?.split(' at line ', 1)[0] ?? '';
