import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './error.ts';

/** The numbers are signed (`| 0`), as `spawn` takes them. The file system has unsigned ones (`>>> 0`). */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

export const nobody: ServerUser =
  process.platform === 'darwin' ? { uid: -2, gid: -2 } : { uid: 65_534, gid: 65_534 };

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Whether the user has `rights` to `path` (1: enter or run, 4: read, 5: both), and may enter every folder above. */
export async function isReachable(path: string, user: ServerUser, rights = 1): Promise<boolean> {
  const start = await realpath(path);
  for (let current = start; ; current = dirname(current)) {
    const { mode, uid, gid } = await stat(current);
    const groupShift = gid === user.gid >>> 0 ? 3 : 0;
    const shift = uid === user.uid >>> 0 ? 6 : groupShift;
    const requiredRights = current === start ? rights : 1;
    if (((mode >> shift) & requiredRights) !== requiredRights) return false;
    if (dirname(current) === current) return true;
  }
}

/** Two services may create a file at the same time. Returns false: this service has not created it. */
export function ignoreExisting(error: unknown): false {
  if (codeOf(error) === 'EEXIST') return false;
  throw error;
}
