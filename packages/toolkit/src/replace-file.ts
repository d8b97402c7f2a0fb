import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Only its owner may read a file with a secret. */
export const secretMode = 0o600;

type Content = string | Uint8Array;

/** A reader sees the old file or the new one, never a part. The new file does not inherit the mode of the old one. */
export async function replaceFile(path: string, content: Content, mode?: number): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}`;
  try {
    await writeNewFile(temporaryPath, content, mode);
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

export async function writeNewFile(path: string, content: Content, mode?: number): Promise<void> {
  try {
    await writeFile(path, content, { mode, flag: 'wx' });
  } catch (error) {
    throw withPath(error, path);
  }
}

/** Adds the path, because Node does not name the file if it is a folder, or if the disk is full. */
export function withPath(error: unknown, path: string): NodeJS.ErrnoException {
  const fault = error as NodeJS.ErrnoException;
  if (fault.path === undefined) Object.assign(fault, { path, message: `${fault.message} '${path}'` });
  return fault;
}
