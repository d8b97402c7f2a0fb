/**
 * `npm run bench`: what the service costs beside the least that does the same work and beside other servers on the same
 * tables. Shares of CPU time, by turns, on this machine; docs/performance.md says how to read them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// What is compared with is no part of the product: it is installed here, at the first run and when the list has changed.
const installed = new URL('node_modules/.package-lock.json', import.meta.url);
const wanted = new URL('package-lock.json', import.meta.url);
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs) {
  console.log('Installing what the service is compared with, in bench/node_modules …');
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--ignore-scripts'];
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  execFileSync('npm', ['ci', ...quiet], { cwd, stdio: 'inherit' });
}
// An interrupted run ends what it has started: `exit` is where that is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
await import('./main.mjs');
