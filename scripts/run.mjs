/** Runs a program of dist/, rebuilt if the sources have changed. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildService } from './build-service.mjs';

const [node, , program = '', ...rest] = process.argv;
const file = new URL(`../dist/${program}`, import.meta.url);
await buildService();
if (!existsSync(file)) {
  console.error('The service is not built, for the development packages are left out: npm ci --include=dev');
  process.exit(1);
}
process.setSourceMapsEnabled(true);
process.argv = [node, fileURLToPath(file), ...rest];
await import(file.href);
