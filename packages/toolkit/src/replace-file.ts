import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Only its owner may read a file with a secret. */
export const secretMode = 0o600;

type Content = string | Uint8Array;

/** A reader sees the old file or the new one. The mode is also that of a file that replaces one with another mode. */
export async function replaceFile(path: string, content: Content, mode?: number): Promise<void> {
  const scratch = `${path}.${randomUUID()}`;
  try {
    await writeNewFile(scratch, content, mode);
    await rename(scratch, path);
  } finally {
    await rm(scratch, { force: true });
  }
}

export async function writeNewFile(path: string, content: Content, mode?: number): Promise<void> {
  try {
    await writeFile(path, content, { mode, flag: 'wx' });
  } catch (error) {
    throw withPath(error, path);
  }
}

/** Node does not name the file if it is a folder, or if the disk is full. */
export function withPath(error: unknown, path: string): NodeJS.ErrnoException {
  const fault = error as NodeJS.ErrnoException;
  if (fault.path === undefined) Object.assign(fault, { path, message: `${fault.message} '${path}'` });
  return fault;
}
