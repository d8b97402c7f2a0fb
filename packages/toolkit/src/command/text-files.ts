import { readFileSync, writeFileSync } from 'node:fs';
import { exactFileText, FileTextError, fileText } from '../../../../src/domain/values/file-text.ts';
import { UsageError } from './failures.ts';

/** `option` begins the message of an error. It is absent for `@FILE`, whose text is sent unchanged. */
export function readBytes(file: string, option?: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const begin = option === undefined ? 'Cannot' : `${option}: cannot`;
    throw new UsageError(`${begin} read ${file} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

export function readText(file: string, option?: string): string {
  const bytes = readBytes(file, option);
  try {
    return option === undefined ? exactFileText(bytes) : fileText(bytes);
  } catch (error) {
    const prefix = option === undefined ? '' : `${option}: `;
    throw error instanceof FileTextError ? new UsageError(`${prefix}${file} ${error.message}.`) : error;
  }
}

export function writeOut(file: string, text: string, flag: 'w' | 'a' = 'w'): void {
  try {
    writeFileSync(file, text, { flag });
  } catch {
    throw new UsageError(`--out: cannot write ${file}.`);
  }
}
