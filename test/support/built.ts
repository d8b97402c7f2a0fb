/** The service as it ships, for tests that run it as a process of its own: it starts in a fraction of what its sources take. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What node is given to run it. Built anew where the sources have changed since. */
export function builtService(): readonly string[] {
  execFileSync(process.execPath, [`${root}scripts/build-service.mjs`]);
  return ['--enable-source-maps', '--max-semi-space-size=8', `${root}dist/main.js`];
}
