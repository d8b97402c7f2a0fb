/**
 * `npm run bench`: what the service costs beside the least that does the same work and beside other servers on the same
 * tables. Shares of CPU time, by turns, on this machine; docs/performance.md says how to read them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('.', import.meta.url));
// What is compared with is no part of the product: it is installed here, at the first run.
if (!existsSync(new URL('node_modules/.package-lock.json', import.meta.url))) {
  execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund', '--prefix', own], { stdio: 'inherit' });
}
const { main } = await import('./main.mjs');
await main(process.argv.slice(2));
