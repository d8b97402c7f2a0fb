/** Runs a program of dist/ by its name, built anew where the sources have changed since: `npm start`, `npm run tpp`. */
import { fileURLToPath } from 'node:url';
import { buildService } from './build-service.mjs';

const [node, , program = '', ...rest] = process.argv;
const file = new URL(`../dist/${program}`, import.meta.url);
await buildService();
process.setSourceMapsEnabled(true);
// As if the program had been named to node itself.
process.argv = [node, fileURLToPath(file), ...rest];
await import(file.href);
