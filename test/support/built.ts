/** The built service, for tests that run it as a process: it starts in a fraction of the time of its sources. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const builder = `${root}scripts/build-service.mjs`;
const { isBuilt } = (await import(builder)) as { isBuilt(): boolean };

/** As in `npm start` and the image. */
export const heapFlags = ['--max-semi-space-size=32', '--heap-growing-percent=50'] as const;

let isUpToDate = false;

/**
 * The arguments of node to run it, rebuilt after a change of the sources. Without source maps, which `npm start` reads
 * for traces of defects: they are a twentieth of a start. The sources are examined once in a process, because that takes
 * as long as another twentieth.
 */
export function builtService(file = 'main.js'): readonly string[] {
  if (!isUpToDate && !isBuilt()) execFileSync(process.execPath, [builder]);
  isUpToDate = true;
  return [...heapFlags, `${root}dist/${file}`];
}
