/**
 * Everything that can be found without running a test: lint, types, fences between rooms, what nothing uses, generated
 * files. Two at a time; what a check says is shown when it fails. `npm test` begins with it.
 */
import { spawn } from 'node:child_process';

const checks = ['generate:check', 'types', 'types:console', 'fences', 'lint', 'unused'];
const atOnce = 2;

/** @returns {Promise<boolean>} whether the check passes */
function passes(name) {
  return new Promise((resolve) => {
    const said = [];
    const process_ = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (chunk) => said.push(chunk));
    process_.on('close', (code) => {
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code !== 0) process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

let failed = false;
async function worker() {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) {
    if (!(await passes(next))) failed = true;
  }
}
await Promise.all(Array.from({ length: atOnce }, worker));
process.exitCode = failed ? 1 : 0;
