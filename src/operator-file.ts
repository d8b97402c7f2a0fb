import { readFileSync, statSync } from 'node:fs';
import { FileTextError } from './domain/values/file-text.ts';

/** true: `path` exists, but is neither a file nor a link to one. */
export const isSpecialFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === false;

/**
 * Reads a file that a setting names. Throws a FileTextError for a pipe, whose read could wait forever, and for a device or a
 * folder. A link may lead to the file.
 */
export function readOperatorFile(path: string): Buffer {
  if (isSpecialFile(path)) throw new FileTextError('is not a regular file');
  return readFileSync(path);
}
