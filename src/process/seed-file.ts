import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { readPath } from '../domain/fields/path.ts';
import { isObject } from '../domain/fields/shared.ts';
import type { Fault } from '../domain/refusal.ts';
import { readSeed } from '../domain/sandbox/read-seed.ts';
import type { Seed } from '../domain/sandbox/seed.ts';
import { FileTextError, fileText } from '../domain/values/file-text.ts';
import { readOperatorFile } from '../operator-file.ts';
import { StartError } from './start-error.ts';

const maxFileBytes = 4 * 2 ** 20;
const maxReportedLines = 20;
/** With aliases of YAML, a small file could have a large value. */
const maxAliases = 1_000;

export interface SeedFile {
  readonly seed: Seed;
  /** A line for each warning, if `acceptWarnings` of the seed is true. If not, warnings are faults. */
  readonly warnings: readonly string[];
}

interface FileValue {
  readonly value: unknown;
  /** The line of the value at `path`, or of the nearest object or list around it. */
  lineOf(path: string): number;
}

/** Throws a StartError with a line for each fault. */
export async function readSeedFile(file: string, now: number): Promise<SeedFile> {
  const name = `SANDBOX_SEED: ${basename(file)}`;
  const { value, lineOf } = await readValue(readText(file), name);
  const result = readSeed(value, now);
  const describeFaults = (faults: readonly Fault[]) => {
    const faultsWithLines = faults.map((fault) => ({ ...fault, line: lineOf(fault.path) }));
    const sortedFaults = faultsWithLines.sort((left, right) => left.line - right.line);
    return firstLines(
      sortedFaults.map(({ line, path, text }) => `${name}:${line}: ${path}: ${text}`),
      name,
    );
  };
  if (!result.ok) throw new StartError(describeFaults(result.faults).join('\n'));
  return { seed: result.seed, warnings: describeFaults(result.warnings) };
}

function firstLines(lines: readonly string[], name: string): readonly string[] {
  if (lines.length <= maxReportedLines) return lines;
  const hiddenCount = lines.length - maxReportedLines;
  return [...lines.slice(0, maxReportedLines), `${name}: ${hiddenCount} more lines are not shown`];
}

function readText(file: string): string {
  try {
    if (statSync(file).size > maxFileBytes)
      throw new StartError(`SANDBOX_SEED: ${file} has more than ${maxFileBytes} bytes.`);
    return fileText(readOperatorFile(file));
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof FileTextError) throw new StartError(`SANDBOX_SEED: ${file} ${error.message}.`);
    throw new StartError(`SANDBOX_SEED: cannot read ${file}.`);
  }
}

/** Also reads JSON, which is a subset of YAML. Imports the parser here, because only a service with a seed file needs it. */
async function readValue(text: string, name: string): Promise<FileValue> {
  const { LineCounter, parseDocument } = await import('yaml');
  try {
    const lineCounter = new LineCounter();
    const document = parseDocument(text, { lineCounter });
    const [firstError] = document.errors;
    if (firstError !== undefined) {
      const { line, col } = firstError.linePos?.[0] ?? { line: 1, col: 1 };
      throw new StartError(`${name}: line ${line}, column ${col}: ${withoutPosition(firstError.message)}`);
    }
    return {
      value: document.toJS({ maxAliasCount: maxAliases }),
      lineOf(path) {
        const keys = readPath(path).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
        for (let length = keys.length; length > 0; length -= 1) {
          // `true` keeps a scalar as a node, which has a range.
          const node = document.getIn(keys.slice(0, length), true);
          const range = isObject(node) ? node.range : undefined;
          if (Array.isArray(range)) return lineCounter.linePos(Number(range[0])).line;
        }
        return 1;
      },
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${name}: ${withoutPosition(error instanceof Error ? error.message : String(error))}`,
    );
  }
}

/** The message of a YAML error without the line, column and excerpt at its end. */
const withoutPosition = (message: string): string =>
  message.split('\n', 1)[0]?.split(' at line ', 1)[0] ?? '';
