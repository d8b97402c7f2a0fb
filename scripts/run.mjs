/** Runs a program of dist/ by its name, built anew where the sources have changed since: `npm start`, `npm run tpp`. */
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
// As if the program had been named to node itself.
process.argv = [node, fileURLToPath(file), ...rest];
await import(file.href);
