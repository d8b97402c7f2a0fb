import { execFileSync } from 'node:child_process';

/** The words that a shell makes of a command line. */
export const shellWords = (line: string): readonly string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line.trim()}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
