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
import { collectCoverage } from './coverage.ts';
import { createJudge } from './judge.ts';
import { type Mutant, mutantsOf, mutated } from './mutators.ts';
import { diffOf, isCaught, isSame, type Judged, summary, writeReport } from './report.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

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
    /** Goes on with the sample of a report that was cut off. */
    resume: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
});
const compiledAtOnce = 150;
const confirmedAtOnce = 20;
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

function tell({ verdict, file, line, mutator, diff, seconds, tests }: Judged, count: string): void {
  console.log(`${count} ${verdict} (${seconds} s) ${file}:${line} ${mutator}`);
  if (verdict === 'survived' || verdict === 'not reached')
    console.log(`${diff}\n  ${tests.length} test files`);
  else console.log(`  ${tests[0] ?? 'before any test'}`);
}

/** What a report holds; nothing, where none is named. */
function reportAt(path: string | undefined): {
  readonly judged: readonly Judged[];
  refusedByCompiler: number;
} {
  return path === undefined ? { judged: [], refusedByCompiler: 0 } : JSON.parse(readFileSync(path, 'utf8'));
}

/** The compiler judges some hundred changes in little more time than one. */
function* compiled(compiler: Compiler, all: readonly Mutant[]) {
  for (let from = 0; from < all.length; from += compiledAtOnce) {
    const mutants = all.slice(from, from + compiledAtOnce);
    const sound = compiler.acceptsEach(mutants);
    for (const [index, mutant] of mutants.entries()) yield { mutant, isSound: sound[index] === true };
  }
}

async function main(workshop: Workshop, compiler: Compiler): Promise<void> {
  const coverage = await collectCoverage(workshop, options.tests);
  for (const test of coverage.failing) console.log(`${test} fails without any change and is left out.`);
  const all = candidates(workshop);
  const wanted = options.again === undefined ? Number(options.sample) : all.length;
  console.log(`${all.length} possible changes, seed ${seed}, ${wanted} wanted.`);
  const { judge, confirmed } = createJudge(workshop, coverage, {
    budget: Number(options.budget),
    workers: Number(options.workers),
  });
  const begun = reportAt(options.resume);
  let judged: Judged[] = [...begun.judged];
  let { refusedByCompiler } = begun;
  const last = begun.judged.at(-1);
  const left = all.slice(1 + (last ? all.findIndex((one) => isSame(one, last)) : -1));
  const confirm = async () => {
    const later = await confirmed();
    judged = judged.map((one) => later.find((now) => isSame(now, one)) ?? one);
    writeReport(options.report, { seed, scope, refusedByCompiler, judged });
  };
  for (const { mutant, isSound } of compiled(compiler, left)) {
    if (judged.length >= wanted) break;
    const one = isSound ? await judge(mutant) : null;
    const changed = mutated(workshop.original(mutant.file), mutant);
    if (one === null || (!isCaught(one) && !compiler.acceptsEverywhere(mutant.file, changed))) {
      refusedByCompiler += 1;
      continue;
    }
    judged.push(one);
    tell(one, `${judged.length}/${wanted}`);
    if (judged.length % confirmedAtOnce === 0) await confirm();
  }
  await confirm();
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
