import { readFileSync, writeFileSync } from 'node:fs';
import { exactFileText, FileTextError, fileText } from '../../../../src/domain/values/file-text.ts';
import { UsageError } from './failures.ts';

/** `label` begins the message of an error. */
export function readBytes(file: string, label?: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const begin = label === undefined ? 'Cannot' : `${label}: cannot`;
    throw new UsageError(`${begin} read ${file} (${(error as NodeJS.ErrnoException).code}).`);
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

export function writeOut(file: string, text: string, flag: 'w' | 'a' = 'w'): void {
  try {
    writeFileSync(file, text, { flag });
  } catch {
    throw new UsageError(`--out: cannot write ${file}.`);
  }
}
