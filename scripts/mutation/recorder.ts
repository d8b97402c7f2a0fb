/**
 * Loaded by instrumented files: writes which test file reached which region, one line each. A process that a test
 * starts gets the name of its test by the environment.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the regions are written; the name of the test file is in the second one. */
const folder = process.env.MUTATION_HITS;

const seen = { test: '', regions: new Set<string>() };

export function hit(region: string): void {
  const test = (globalThis as { mutationTest?: string }).mutationTest ?? process.env.MUTATION_TEST ?? '';
  if (test !== seen.test) {
    seen.test = test;
    seen.regions = new Set();
  }
  if (seen.regions.has(region)) return;
  seen.regions.add(region);
  if (folder && test) appendFileSync(join(folder, encodeURIComponent(test)), `${region}\n`);
}
