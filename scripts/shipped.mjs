/**
 * The packages whose code ships: in dist/, where esbuild and Vite have put it, or installed beside it. Each is an entry of
 * package-lock.json, with its path there. Needs a dist/ that is built.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const dist = join(root, 'dist');

/** The folder of the package that a module comes from; null: it is the service's own. */
const packageOf = (path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;

/** What esbuild has put into the service: it writes the path of each module above it. */
function ofService() {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const paths = files
    .filter((name) => !name.startsWith('console'))
    .flatMap((name) => [
      ...readFileSync(join(dist, name), 'utf8').matchAll(/^(?:\/\/ |\s*")(node_modules\/[^"\n]+)/gm),
    ]);
  return paths.map(([, path]) => packageOf(path));
}

/** What Vite puts into the console. */
async function ofConsole() {
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const made = await build({
    configFile: join(root, 'console/vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  });
  const outputs = [made].flat().flatMap(({ output }) => output);
  const modules = outputs.flatMap((one) => (one.type === 'chunk' ? Object.keys(one.modules) : []));
  return modules.map((path) => packageOf(path.replace(root, '').replace(/^\0/, '')));
}

export const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Name of the package at a path of package-lock.json. */
export const nameOf = (path, { name }) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** As SPDX writes them: one package has `MIT or MPL-2.0`. */
const spelt = (found) =>
  found.license ? { ...found, license: found.license.replace(/ or /g, ' OR ') } : found;

/** Answers pairs of path and entry. */
export async function shippedPackages() {
  const bundled = new Set([...ofService(), ...(await ofConsole())]);
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !link && (bundled.has(path) || !dev))
    .map(([path, found]) => [path, spelt(found)]);
}
