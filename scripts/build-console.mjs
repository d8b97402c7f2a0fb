/**
 * Builds the console where that is needed: after `npm ci`, and before the tests that look at it. Does nothing when
 * dist/console is made of what lies in console/, or where the sources or Vite are not there (an image, --omit=dev).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'console');
const stampFile = join(root, 'dist', 'console', 'stamp');

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

async function run() {
  if (!existsSync(source)) return;
  const vite = await import('vite').catch(() => null);
  if (vite === null) return;
  const stamp = stampOf();
  if (isFresh(stamp)) return;
  await vite.build({ configFile: join(source, 'vite.config.ts') });
  writeFileSync(stampFile, stamp);
}

await run();
