import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { FileTextError, fileText } from '../../../src/domain/values/file-text.ts';
import { readOperatorFile } from '../../../src/operator-file.ts';
import type { ToolkitEnvironment } from './address.ts';
import { at } from './record.ts';
import { replaceFile, secretMode } from './replace-file.ts';

export class EnvFileError extends Error {
  constructor(why: string, file = '.env') {
    super(`${file} cannot be used: ${why}.`);
  }
}

/** Returns the settings of `.env`, and adds to process.env those that it does not have yet. */
export function loadEnvFile(): ToolkitEnvironment {
  const write = (notice: string) => process.stderr.write(`${notice}\n`);
  const settings = settingsIn(readBytes(), write);
  for (const name of settingsOfNode)
    if (settings[name] && process.env[name] === undefined)
      write(
        `.env: ${name} has no effect here. Set it in the environment, where Node reads it before it starts a program.`,
      );
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
  return settings;
}

const settingsOfNode = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];

function readBytes(): Uint8Array {
  try {
    return readOperatorFile('.env');
  } catch (error) {
    if (at(error, 'code') === 'ENOENT') return new Uint8Array();
    if (error instanceof FileTextError) throw new EnvFileError(`it ${error.message}`);
    throw new EnvFileError(`it cannot be read (${at(error, 'code')})`);
  }
}

/**
 * Writes the settings into the file, and keeps the lines of other settings. The values must not need quotes. They are secret, so
 * only the owner can read the file.
 */
export async function writeSettings(file: string, settings: Readonly<Record<string, string>>): Promise<void> {
  try {
    if (existsSync(file) && !statSync(file).isFile()) throw new EnvFileError('it is not a file', file);
    // `assignment` does not match a line with the CR of CRLF.
    const nameIn = (line: string) => assignment.exec(line.trimEnd())?.[1] ?? '';
    const otherLines = linesOf(file).filter((line) => !Object.hasOwn(settings, nameIn(line)));
    const newLines = Object.entries(settings).map(([name, value]) => bytewise(`${name}=${value}`));
    const content = Buffer.from([...otherLines, ...newLines, ''].join('\n'), 'latin1');
    await replaceFile(existsSync(file) ? realpathSync(file) : file, content, secretMode);
  } catch (error) {
    if (error instanceof EnvFileError) throw error;
    throw new EnvFileError(`it cannot be read or written (${at(error, 'code')})`, file);
  }
}

/** One character for each byte, as in `linesOf`. */
const bytewise = (text: string): string => Buffer.from(text).toString('latin1');

/** One character for each byte, so that a line in any encoding stays as it is. */
function linesOf(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'latin1').replace(/\n$/, '');
  return text === '' ? [] : text.split('\n');
}

/**
 * Reads the settings by Node's parser. Throws an EnvFileError for a faulty line, which the parser would skip. If a setting is
 * assigned several times, the last value counts. `onNotice` gets a text when a value replaces another one that is not empty.
 */
export function settingsIn(
  bytes: Uint8Array,
  onNotice: (text: string) => void = () => undefined,
): ToolkitEnvironment {
  const text = textOf(bytes);
  const settings: ToolkitEnvironment = parseEnv(text);
  const lines = text.split(/\r?\n/);
  const earlierLines = new Map<string, { readonly line: number; readonly value: string }>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (blankOrComment.test(line)) continue;
    const [, name, value = ''] = assignment.exec(line) ?? [];
    if (name === undefined || !Object.hasOwn(settings, name)) throw notAssignment(index + 1);
    const last = lastLineOf(value.trimStart(), lines, index);
    const offset = lines.slice(index, last + 1).findIndex((one) => notText.test(one));
    if (offset >= 0) throw new EnvFileError(`line ${index + offset + 1} is not UTF-8 text`);
    const wholeValue = [value.trim(), ...lines.slice(index + 1, last + 1)].join('\n');
    const earlier = earlierLines.get(name);
    if (earlier !== undefined && !blankOrComment.test(earlier.value) && earlier.value !== wholeValue)
      onNotice(`.env: line ${index + 1} replaces the ${name} of line ${earlier.line}.`);
    earlierLines.set(name, { line: index + 1, value: wholeValue });
    // The next setting begins after the last line of this one.
    index = last;
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
/** Matches U+FFFD, which stands for a byte in another encoding, and control characters other than the tab. */
const notText = /\ufffd|(?!\t)\p{Cc}/u;

/** A value in quotes may have several lines. Throws if the value or its quotes have a fault. */
function lastLineOf(value: string, lines: readonly string[], first: number): number {
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote === undefined) {
    const hashIndex = value.indexOf('#');
    const isInsideWord = hashIndex > 0 && /\S/.test(value.charAt(hashIndex - 1));
    // Node's parser would end the value at the #.
    if (isInsideWord)
      throw new EnvFileError(
        `line ${first + 1} has a # that needs quotes around the value, or a blank before it`,
      );
    return first;
  }
  let last = first;
  let text: string | undefined = value.slice(1);
  while (text !== undefined && !text.includes(quote)) text = lines[++last];
  if (text === undefined) throw new EnvFileError(`the quote that begins in line ${first + 1} is not closed`);
  const afterQuote = text.slice(text.indexOf(quote) + 1);
  if (!blankOrComment.test(afterQuote)) throw notAssignment(last + 1);
  return last;
}

const notAssignment = (line: number) => new EnvFileError(`line ${line} does not have the form NAME=value`);
