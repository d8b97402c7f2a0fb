import { readFileSync, writeFileSync } from 'node:fs';
import { exactFileText, FileTextError, fileText } from '../../../../src/domain/values/file-text.ts';
import { UsageError } from './failures.ts';

/** `label`: the option or the owner of the file, with which the message of an error begins. */
export function readBytes(file: string, label?: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const start = label === undefined ? 'Cannot' : `${label}: cannot`;
    throw new UsageError(`${start} read ${file} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

export const readText = (file: string, label: string): string =>
  textOf(readBytes(file, label), fileText, `${label}: ${file}`);

/** For a text that is sent, and must not change. */
export const readExactText = (file: string): string => textOf(readBytes(file), exactFileText, file);

function textOf(bytes: Buffer, decode: (bytes: Buffer) => string, subject: string): string {
  try {
    return decode(bytes);
  } catch (error) {
    throw error instanceof FileTextError ? new UsageError(`${subject} ${error.message}.`) : error;
  }
}

export const writeOut = (file: string, text: string): void => writeOutFile(file, text, 'w');

/** Creates the file if there is none, and changes nothing in an existing one. */
export const requireWritableOut = (file: string): void => writeOutFile(file, '', 'a');

function writeOutFile(file: string, text: string, flag: 'w' | 'a'): void {
  try {
    writeFileSync(file, text, { flag });
  } catch {
    throw new UsageError(`--out: cannot write ${file}.`);
  }
}
