/** Builds the console with swagger-ui, which draws /docs. Does nothing without sources or Vite (an image, --omit=dev). */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'console');
const dist = join(root, 'dist');
const built = join(dist, 'console');
const stampFile = join(built, 'stamp');

function stampOf() {
  const hash = createHash('sha256');
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of [...files, join(root, 'package.json')]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function isFresh(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

function laySwaggerUi(target) {
  const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'])
    cpSync(join(folder, name), join(target, name));
}

async function run() {
  if (!existsSync(source)) return;
  const stamp = stampOf();
  if (isFresh(stamp)) return;
  // Otherwise a build from the tests would be a development build: larger, slower, and with log output.
  process.env.NODE_ENV = 'production';
  const vite = await import('vite').catch(() => null);
  if (vite === null) return;
  mkdirSync(dist, { recursive: true });
  const work = mkdtempSync(join(dist, 'console-'));
  const made = join(work, 'made');
  try {
    await vite.build({ configFile: join(source, 'vite.config.ts'), build: { outDir: made } });
    laySwaggerUi(join(made, 'swagger-ui'));
    writeFileSync(join(made, 'stamp'), stamp);
    // Another build may have finished first, and a reader may use it already.
    if (isFresh(stamp)) return;
    if (existsSync(built)) renameSync(built, join(work, 'before'));
    renameSync(made, built);
  } catch (error) {
    if (!isFresh(stamp)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

await run();
