import { readFileSync } from 'node:fs';
import { exactFileText, FileTextError, fileText } from '../../../../src/domain/values/file-text.ts';
import { UsageError } from './failures.ts';

/** `option` names the file in the message; absent for an argument that begins with @, which is sent. */
export function readText(file: string, option?: string): string {
  try {
    return (option === undefined ? exactFileText : fileText)(readFileSync(file));
  } catch (error) {
    const prefix = option === undefined ? '' : `${option}: `;
    if (error instanceof FileTextError) throw new UsageError(`${prefix}${file} ${error.message}.`);
    throw new UsageError(option === undefined ? `Cannot read ${file}.` : `${prefix}cannot read ${file}.`);
  }
}
