/**
 * `npm run bench`: compares the CPU time of the service with a minimal server and with other servers on the same tables.
 * docs/performance.md says how to read the results.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The contenders are not part of the product: installed here at the first run and when the list changes.
const installed = new URL('node_modules/.package-lock.json', import.meta.url);
const wanted = new URL('package-lock.json', import.meta.url);
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs) {
  console.log('Installing what the service is compared with, in bench/node_modules …');
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--ignore-scripts'];
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  execFileSync('npm', ['ci', ...quiet], { cwd, stdio: 'inherit' });
}
// On `exit`, an interrupted run ends its processes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
await import('./main.mjs');
