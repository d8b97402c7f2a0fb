import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './error.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** "nobody"; macOS uses the number -2. */
export const nobody: ServerUser =
  process.platform === 'darwin' ? { uid: -2, gid: -2 } : { uid: 65_534, gid: 65_534 };

export const isRoot = (): boolean => process.getuid?.() === 0;

/** `rights`: 1 to enter or run, 4 to read. The user must be able to enter every folder above. */
export async function isReachable(path: string, user: ServerUser, rights = 1): Promise<boolean> {
  const start = await realpath(path);
  for (let at = start; ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at);
    const shift = uid === user.uid >>> 0 ? 6 : gid === user.gid >>> 0 ? 3 : 0;
    const requiredRights = at === start ? rights : 1;
    if (((mode >> shift) & requiredRights) !== requiredRights) return false;
    if (dirname(at) === at) return true;
  }
}

/** For files that two services may create at the same time. */
export function unlessExists(error: unknown): false {
  if (codeOf(error) === 'EEXIST') return false;
  throw error;
}
