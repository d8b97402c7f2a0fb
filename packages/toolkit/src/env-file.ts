import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { FileTextError, fileText } from '../../../src/domain/values/file-text.ts';
import type { ToolkitEnvironment } from './address.ts';
import { replaceFile, secretMode } from './replace-file.ts';

export class EnvFileError extends Error {
  constructor(why: string, file = '.env') {
    super(`${file} cannot be used: ${why}.`);
  }
}

/** Variables that exist already win. */
export function readEnvFile(): ToolkitEnvironment {
  const settings = settingsIn(readBytes());
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
  return settings;
}

function readBytes(): Uint8Array {
  try {
    return readFileSync('.env');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return new Uint8Array();
    throw new EnvFileError(`it cannot be read (${code})`);
  }
}

/** Other lines stay. The values must not need quotes. Only the owner can read the file, because values are secret. */
export async function writeSettings(file: string, settings: Readonly<Record<string, string>>): Promise<void> {
  try {
    if (existsSync(file) && !statSync(file).isFile()) throw new EnvFileError('it is not a file', file);
    const nameIn = (line: string) => assignment.exec(line.trimEnd())?.[1] ?? '';
    const others = linesOf(file).filter((line) => !Object.hasOwn(settings, nameIn(line)));
    const lines = Object.entries(settings).map(([name, value]) => bytewise(`${name}=${value}`));
    const content = Buffer.from([...others, ...lines, ''].join('\n'), 'latin1');
    await replaceFile(existsSync(file) ? realpathSync(file) : file, content, secretMode);
  } catch (error) {
    if (error instanceof EnvFileError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : null;
    throw new EnvFileError(`it cannot be read or written (${code})`, file);
  }
}

const bytewise = (text: string): string => Buffer.from(text).toString('latin1');

/** A character for each byte, so that lines in any encoding stay as they are. */
function linesOf(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'latin1').replace(/\n$/, '');
  return text === '' ? [] : text.split('\n');
}

/** Throws an EnvFileError for a faulty line. Node's parser skips lines that it does not understand. */
export function settingsIn(bytes: Uint8Array): ToolkitEnvironment {
  const text = textOf(bytes);
  const settings: ToolkitEnvironment = parseEnv(text);
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (blankOrComment.test(line)) continue;
    const [, name, value] = assignment.exec(line) ?? [];
    if (name === undefined || value === undefined || !Object.hasOwn(settings, name))
      throw notAssignment(at + 1);
    const last = lastLineOf(value.trimStart(), lines, at);
    const part = lines.slice(at, last + 1).findIndex((one) => unreadable.test(one));
    if (part >= 0) throw new EnvFileError(`line ${at + part + 1} is not UTF-8 text`);
    at = last;
  }
  return settings;
}

function textOf(bytes: Uint8Array): string {
  try {
    return fileText(bytes);
  } catch (error) {
    throw error instanceof FileTextError ? new EnvFileError(`it ${error.message}`) : error;
  }
}

const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=(.*)$/;
const blankOrComment = /^[ \t]*(?:#.*)?$/;
/** Another encoding, line breaks of another system, or a binary file. */
const unreadable = /\ufffd|(?!\t)\p{Cc}/u;

function lastLineOf(value: string, lines: readonly string[], at: number): number {
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote === undefined) return at;
  for (let end = at, rest = value.slice(1); end < lines.length; end += 1, rest = lines[end] ?? '') {
    const closing = rest.indexOf(quote);
    if (closing < 0) continue;
    if (!blankOrComment.test(rest.slice(closing + 1))) throw notAssignment(end + 1);
    return end;
  }
  throw new EnvFileError(`the quote that begins in line ${at + 1} is not closed`);
}

const notAssignment = (line: number) => new EnvFileError(`line ${line} does not have the form NAME=value`);
