/** The whole project passes the compiler, and the lines that it must refuse are refused (`@ts-expect-error`). */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));

it.each(['tsconfig.json', 'console/tsconfig.json'])(
  'no file of %s has a fault of types',
  async (project) => {
    const run = promisify(execFile)(process.execPath, [compiler, '-p', project], { cwd: root });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  },
  120_000,
);
