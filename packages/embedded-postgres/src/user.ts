/** As whom PostgreSQL runs, which refuses root, and where that user may walk. Start at `isReachable`. */
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './error.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** "nobody"; macOS gives it the number -2. */
export const nobody: ServerUser =
  process.platform === 'darwin' ? { uid: -2, gid: -2 } : { uid: 65_534, gid: 65_534 };

export const isRoot = (): boolean => process.getuid?.() === 0;

/** True when the user has these rights (1: enter or run, 4: read) here, and may enter every folder above. */
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

/** For what two services that start together may both make. */
export function unlessExists(error: unknown): false {
  if (codeOf(error) === 'EEXIST') return false;
  throw error;
}
