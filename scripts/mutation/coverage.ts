/**
 * Which test files reach which regions of the source, and how long each takes. For a source file that has changed
 * since, the tests that reach the file are known but not their regions, so more tests than needed are run.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { hashOf, openCoverageCache, type TestCoverage } from './coverage-cache.ts';
import { inOrder } from './order.ts';
import { instrumented, regionAt, regionsOf } from './regions.ts';
import type { Workshop } from './workshop.ts';

/** Test files that check the text of the source or run the compiler, which is done before. */
const judgesOfText = ['test/architecture.test.ts', 'test/types.test.ts'];
const testsAtOnce = 10;
const collectTimeoutMs = 600_000;

const collecting = { bail: false, timeoutMs: () => collectTimeoutMs, workers: 2 };

export interface Coverage {
  /** Test files that reach a place, the most specific and fastest first. */
  testsOf(file: string, start: number, end: number): readonly string[];
  millisecondsOf(tests: readonly string[]): number;
  /** Test files that fail without any change, so that they prove nothing. */
  readonly failing: readonly string[];
}

/** Of the test files under some paths, by default all. */
export async function collectCoverage(
  workshop: Workshop,
  paths: readonly string[] = ['test', 'packages'],
): Promise<Coverage> {
  const { files } = workshop;
  const sources = files.filter(isSource);
  const tests = files.filter(
    (file) =>
      file.endsWith('.test.ts') &&
      !judgesOfText.includes(file) &&
      paths.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  const there = new Set(workshop.files);
  const kept = openCoverageCache(workshop.original, (file) => there.has(file));
  const covered = tests.flatMap((test) => kept.of(test) ?? []);
  const missing = tests.filter((test) => !covered.some((one) => one.test === test));
  if (missing.length > 0) console.log(`Collecting what ${missing.length} test files reach.`);
  // What has been collected stays, however this ends.
  for (let from = 0; from < missing.length; from += testsAtOnce) {
    for (const one of await collect(workshop, sources, missing.slice(from, from + testsAtOnce))) {
      kept.keep(one);
      covered.push(one);
    }
  }
  return coverageOf(workshop, importsIn(workshop), covered);
}

const isSource = (file: string): boolean => /^(src|packages\/[^/]+\/src)\/.+(?<!\.d)\.ts$/.test(file);

async function collect(
  workshop: Workshop,
  sources: readonly string[],
  tests: readonly string[],
): Promise<readonly TestCoverage[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-hits-'));
  const recorder = fileURLToPath(new URL('recorder.ts', import.meta.url));
  for (const file of sources) workshop.write(file, instrumented(file, workshop.original(file), recorder));
  const { files, errors } = await workshop.run(tests, {
    ...collecting,
    env: { MUTATION_HITS: folder },
    setupFiles: [fileURLToPath(new URL('name-test.ts', import.meta.url))],
  });
  for (const file of sources) workshop.restore(file);
  if (files.length === 0) throw new Error(`no test ran: ${errors.join('; ')}`);
  // What is slow enough to fail while it is watched, beside others, may pass when it is not.
  const again = files.filter(({ passed }) => !passed).map(({ file }) => file);
  const unwatched =
    again.length === 0 ? [] : (await workshop.run(again, { ...collecting, workers: 1 })).files;
  const hashes = Object.fromEntries(sources.map((file) => [file, hashOf(file, workshop.original(file))]));
  const covered = files.map((watched) => {
    const { file, passed, milliseconds } = unwatched.find(({ file }) => file === watched.file) ?? watched;
    const hits = join(folder, encodeURIComponent(join(workshop.root, file)));
    const regions = existsSync(hits) ? [...new Set(readFileSync(hits, 'utf8').trimEnd().split('\n'))] : [];
    return { test: file, passed, milliseconds, regions, sources: hashes };
  });
  rmSync(folder, { recursive: true });
  return covered;
}

function coverageOf(workshop: Workshop, imports: Imports, covered: readonly TestCoverage[]): Coverage {
  const byTest = new Map(covered.map((one) => [one.test, { ...one, set: new Set(one.regions) }]));
  const usable = [...byTest.values()].filter(({ passed }) => passed);
  return {
    failing: covered.filter(({ passed }) => !passed).map(({ test }) => test),
    millisecondsOf: (tests) =>
      tests.reduce((total, test) => total + (byTest.get(test)?.milliseconds ?? 0), 0),
    testsOf(file, start, end) {
      const region = regionAt(regionsOf(file, workshop.original(file)), start, end);
      const now = hashOf(file, workshop.original(file));
      const reaching = usable.filter(({ test, set, sources }) => {
        if (region === null) return imports.from(test).has(file) || anyOf(file, set);
        return sources[file] === now ? set.has(`${file}#${region}`) : anyOf(file, set);
      });
      const asked = reaching.map(({ test, milliseconds, set }) => ({
        test,
        milliseconds,
        breadth: set.size,
      }));
      return inOrder(asked, file).map(({ test }) => test);
    },
  };
}

const anyOf = (file: string, regions: ReadonlySet<string>): boolean =>
  [...regions].some((region) => region.startsWith(`${file}#`));

interface Imports {
  /** The files of the checkout that a file imports, itself and those behind others among them. */
  from(file: string): ReadonlySet<string>;
}

/** By imports, for what runs as a file is loaded: a module is loaded once for many test files. */
function importsIn({ files, original }: Workshop): Imports {
  const all = new Set(files);
  const direct = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const known = direct.get(file);
    if (known) return known;
    const found = ts
      .preProcessFile(original(file))
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => name.startsWith('.') && name.endsWith('.ts'))
      .map((name) => join(dirname(file), name))
      .filter((name) => all.has(name));
    direct.set(file, found);
    return found;
  };
  const reached = new Map<string, ReadonlySet<string>>();
  return {
    from(start) {
      const known = reached.get(start);
      if (known) return known;
      const found = new Set<string>();
      const waiting = [start];
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
        if (found.has(file)) continue;
        found.add(file);
        waiting.push(...importsOf(file));
      }
      reached.set(start, found);
      return found;
    },
  };
}
