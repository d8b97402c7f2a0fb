/**
 * Keeps the coverage of each test file from one run to the next, until the test file changes or a source file that it
 * covers is gone. Changes of shared files may make the record slightly wrong: then too many or too few tests are run,
 * which never improves the result.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCoverage {
  readonly test: string;
  readonly passed: boolean;
  readonly milliseconds: number;
  /** Regions as `file#number`. */
  readonly regions: readonly string[];
  /** The hash of each source file as it was. */
  readonly sources: Readonly<Record<string, string>>;
}

export interface CoverageCache {
  of(test: string): TestCoverage | null;
  /** One that has failed is not kept: a busy machine, or a defect that has gone since, must not count for ever. */
  keep(coverage: TestCoverage): void;
}

/** `text` is that of a file now, `isThere` says whether there is one. */
export function openCoverageCache(
  text: (file: string) => string,
  isThere: (file: string) => boolean,
  folder = join(tmpdir(), 'mutation-coverage'),
): CoverageCache {
  mkdirSync(folder, { recursive: true });
  const nameOf = (test: string) => join(folder, `${hashOf(test, text(test))}.json`);
  return {
    of(test) {
      if (!existsSync(nameOf(test))) return null;
      const coverage = JSON.parse(readFileSync(nameOf(test), 'utf8')) as TestCoverage;
      return Object.keys(coverage.sources).every(isThere) ? coverage : null;
    },
    keep(coverage) {
      if (coverage.passed) writeFileSync(nameOf(coverage.test), JSON.stringify(coverage));
    },
  };
}

export const hashOf = (file: string, text: string): string =>
  createHash('sha256').update(`${file}\0`).update(text).digest('hex').slice(0, 16);
