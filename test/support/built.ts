/** The service as it ships, for tests that run it as a process of its own: it starts in a fraction of what its sources take. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const builder = `${root}scripts/build-service.mjs`;
const { isBuilt } = (await import(builder)) as { isBuilt(): boolean };

/** As `npm start` and the image have them. */
export const heapFlags = ['--max-semi-space-size=32', '--heap-growing-percent=50'] as const;

/**
 * What node is given to run it. Built anew where the sources have changed since. Without the maps of its sources, which
 * `npm start` reads for the traces of defects: they are a twentieth of a start.
 */
export function builtService(file = 'main.js'): readonly string[] {
  if (!isBuilt()) execFileSync(process.execPath, [builder]);
  return [...heapFlags, `${root}dist/${file}`];
}
