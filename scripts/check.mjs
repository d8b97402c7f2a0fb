/** `npm run check -- types fences` runs only those checks. */
import { spawn } from 'node:child_process';

const compiler = ['node', 'node_modules/typescript-native/bin/tsc'];
const checks = {
  generated: ['tsx', 'scripts/generate.ts', '--check'],
  types: [...compiler, '-p', 'tsconfig.json', '--singleThreaded'],
  'types:console': [...compiler, '-p', 'console/tsconfig.json'],
  'types:published': ['node', 'scripts/build-types.mjs'],
  fences: ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'packages'],
  lint: ['biome', 'check', '.'],
  unused: ['knip', '--no-progress'],
};
const atOnce = 2;

function passes(name) {
  return new Promise((resolve) => {
    const output = [];
    const [command, ...args] = checks[name];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('close', (code) => {
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0)
  throw new Error(`no check ${unknown.join(', ')}, but ${Object.keys(checks).join(', ')}`);

const waiting = chosen.length > 0 ? chosen : Object.keys(checks);
async function worker() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (!(await passes(next))) process.exitCode = 1;
  }
}
await Promise.all(Array.from({ length: atOnce }, worker));
