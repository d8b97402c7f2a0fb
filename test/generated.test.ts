/** Generated files are fresh: schema.graphql, the typed documents and the tables under docs/ (design, principle 14). */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

it('every generated file is what npm run generate would write', async () => {
  const tsx = fileURLToPath(import.meta.resolve('tsx/cli'));
  const run = promisify(execFile)(process.execPath, [tsx, 'scripts/generate.ts', '--check'], { cwd: root });
  await expect(run).resolves.toMatchObject({ stderr: '' });
}, 120_000);
