/** Files of the checkout as they stand now, committed or not. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Paths that git knows or would add and that are there, from the root of the checkout. */
export function gitFiles(checkout: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(checkout, file)));
}
