/**
 * Changes the source in one point at a time and asks whether the suite notices. A random sample, by a seed:
 * npm run mutation -- --sample 40 --seed 7 --only src/security
 * Works in a copy of the checkout. With --again REPORT it tries the survivors of an earlier report once more.
 */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Compiler, openCompiler } from './compiler.ts';
import { type Coverage, collectCoverage } from './coverage.ts';
import { type Mutant, mutantsOf, mutated } from './mutators.ts';
import { diffOf, isCaught, type Judged, summary, writeReport } from './report.ts';
import { openWorkshop, type RunOptions, type TestRun, type Workshop } from './workshop.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const defaultScope = ['src/domain', 'src/operations', 'src/security', 'src/bank', 'src/db/stores'];

const { values: options } = parseArgs({
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', multiple: true },
    /** One kind of change alone, such as `.for removed`. */
    mutator: { type: 'string' },
    /** Test files under these paths alone, such as `test/domain`: quick, but others may catch what survives them. */
    tests: { type: 'string', multiple: true },
    /** Seconds of tests for each change, by their usual time; a survivor of this may be caught by all of them. */
    budget: { type: 'string', default: 'Infinity' },
    report: { type: 'string', default: join(tmpdir(), 'mutation.json') },
    again: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
});
const scope = options.only ?? defaultScope;
const seed = Number(options.seed);

/** The same for the same seed (mulberry32). */
function random(state: number): () => number {
  let at = state >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let value = Math.imul(at ^ (at >>> 15), at | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(items: readonly T[]): T[] {
  const next = random(seed);
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

function candidates({ files, original }: Workshop): readonly Mutant[] {
  if (options.again !== undefined) {
    const { judged } = JSON.parse(readFileSync(options.again, 'utf8')) as { judged: Judged[] };
    return judged.filter((one) => !isCaught(one)).flatMap((one) => nowadays(one, original(one.file)));
  }
  const inScope = files.filter(
    (file) =>
      /(?<!\.d)\.ts$/.test(file) && scope.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  const all = inScope.flatMap((file) => mutantsOf(file, original(file)));
  return shuffled(all.filter(({ mutator }) => options.mutator === undefined || mutator === options.mutator));
}

/** The change of an earlier report where it stands now: its lines may have moved. */
function nowadays(earlier: Judged, text: string): readonly Mutant[] {
  const same = mutantsOf(earlier.file, text).filter((one) => diffOf(text, one).diff === earlier.diff);
  const nearest = same.sort(
    (one, other) => Math.abs(one.start - earlier.start) - Math.abs(other.start - earlier.start),
  )[0];
  if (!nearest) console.log(`${earlier.file}:${earlier.line} is gone:\n${earlier.diff}`);
  return nearest ? [nearest] : [];
}

/** As many as the budget has time for, at least one. */
function affordable(coverage: Coverage, tests: readonly string[]): readonly string[] {
  let left = 1_000 * Number(options.budget);
  return tests.filter((test, place) => {
    left -= coverage.millisecondsOf([test]);
    return place === 0 || left >= 0;
  });
}

async function judge(workshop: Workshop, coverage: Coverage, mutant: Mutant): Promise<Judged> {
  const text = workshop.original(mutant.file);
  const place = { ...mutant, ...diffOf(text, mutant) };
  const tests = affordable(coverage, coverage.testsOf(mutant.file, mutant.start, mutant.end));
  if (tests.length === 0) return { ...place, verdict: 'not reached', tests, seconds: 0 };
  const begun = performance.now();
  workshop.write(mutant.file, mutated(text, mutant));
  const run = await judgedBy(workshop, coverage, tests);
  workshop.restore(mutant.file);
  const verdict = run.outcome === 'passed' ? 'survived' : run.outcome === 'failed' ? 'caught' : 'timed out';
  const failed = run.files.flatMap(({ file, failed }) => failed.map((name) => `${file}: ${name}`));
  const seconds = Math.round((performance.now() - begun) / 1_000);
  return { ...place, verdict, tests: verdict === 'survived' ? tests : failed, seconds };
}

/** A file that fails must fail a second time: on a busy machine one may fail for want of time, and proves nothing. */
async function judgedBy(workshop: Workshop, coverage: Coverage, tests: readonly string[]): Promise<TestRun> {
  const run = await workshop.run(tests, optionsFor(coverage, tests));
  const failed = run.files
    .filter(({ passed, failed }) => !passed && failed.length > 0)
    .map(({ file }) => file);
  if (run.outcome !== 'failed' || failed.length === 0) return run;
  const again = await workshop.run(failed, optionsFor(coverage, failed));
  if (again.outcome !== 'passed') return again;
  const left = tests.slice(1 + Math.max(...failed.map((file) => tests.indexOf(file))));
  return left.length === 0 ? again : judgedBy(workshop, coverage, left);
}

const optionsFor = (coverage: Coverage, tests: readonly string[]): RunOptions => ({
  bail: true,
  timeoutMs: 60_000 + 4 * coverage.millisecondsOf(tests),
  workers: Number(options.workers),
});

function tell({ verdict, file, line, mutator, diff, seconds, tests }: Judged, count: string): void {
  console.log(`${count} ${verdict} (${seconds} s) ${file}:${line} ${mutator}`);
  if (verdict === 'survived' || verdict === 'not reached')
    console.log(`${diff}\n  ${tests.length} test files`);
  else console.log(`  ${tests[0] ?? 'before any test'}`);
}

async function main(workshop: Workshop, compiler: Compiler): Promise<void> {
  const coverage = await collectCoverage(workshop, options.tests);
  for (const test of coverage.failing) console.log(`${test} fails without any change and is left out.`);
  const all = candidates(workshop);
  const wanted = options.again === undefined ? Number(options.sample) : all.length;
  console.log(`${all.length} possible changes, seed ${seed}, ${wanted} wanted.`);
  const judged: Judged[] = [];
  let refusedByCompiler = 0;
  for (const mutant of all) {
    if (judged.length >= wanted) break;
    if (!compiler.accepts(mutant.file, mutated(workshop.original(mutant.file), mutant))) {
      refusedByCompiler += 1;
      continue;
    }
    const one = await judge(workshop, coverage, mutant);
    const changed = mutated(workshop.original(mutant.file), mutant);
    if (!isCaught(one) && !compiler.acceptsEverywhere(mutant.file, changed)) {
      refusedByCompiler += 1;
      continue;
    }
    judged.push(one);
    tell(one, `${judged.length}/${wanted}`);
    writeReport(options.report, { seed, scope, refusedByCompiler, judged });
  }
  console.log(summary(judged, refusedByCompiler));
  console.log(`Report: ${options.report}`);
}

const workshop = await openWorkshop(checkout);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void workshop.close().then(() => process.exit(1)));
}
try {
  await main(workshop, openCompiler(workshop));
} finally {
  await workshop.close();
}
