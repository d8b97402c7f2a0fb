/**
 * Whether tests notice a change. A test that fails must fail twice with the change and pass without it, because on a
 * busy machine it may fail for lack of time.
 */
import type { Coverage } from './coverage.ts';
import { type Mutant, mutated } from './mutators.ts';
import { diffOf, isSame, type Judged } from './report.ts';
import type { FailedTests, RunOptions, TestRun, Workshop } from './workshop.ts';

export interface JudgeSettings {
  /** Seconds of tests for each change, by their usual time. */
  readonly budget: number;
  readonly workers: number;
}

export interface Judge {
  /** What the tests make of the change; a failure is believed once `confirmed` has seen it pass without. */
  judge(mutant: Mutant): Promise<Judged>;
  /** Those of `judge` since the last time, each with the verdict that stands. */
  confirmed(): Promise<readonly Judged[]>;
}

interface Waiting {
  readonly mutant: Mutant;
  readonly judged: Judged;
  readonly failed: FailedTests;
}

export function createJudge(workshop: Workshop, coverage: Coverage, settings: JudgeSettings): Judge {
  /** Files that have failed without any change since. */
  const unreliable = new Set<string>();
  /** Files whose tests need those before them: they are run whole. */
  const whole = new Set<string>();
  let waiting: Waiting[] = [];

  const optionsFor = (parts: Partial<RunOptions> = {}): RunOptions => ({
    bail: true,
    timeoutMs: (test) => 40_000 + 5 * coverage.millisecondsOf([test]),
    workers: settings.workers,
    ...parts,
  });

  /** As many as the budget has time for, at least one. */
  function affordable({ file, start, end }: Mutant): readonly string[] {
    let left = 1_000 * settings.budget;
    const tests = coverage.testsOf(file, start, end).filter((test) => !unreliable.has(test));
    return tests.filter((test, place) => {
      left -= coverage.millisecondsOf([test]);
      return place === 0 || left >= 0;
    });
  }

  /** Runs them until one fails twice. */
  async function failing(tests: readonly string[], afresh: boolean): Promise<TestRun | null> {
    const run = await workshop.run(tests, optionsFor({ afresh }));
    if (run.outcome === 'passed') return null;
    const suspects = [...run.suspects.keys()];
    if (suspects.length > 0) {
      const only = new Map([...run.suspects].map(([file, names]) => [file, whole.has(file) ? null : names]));
      const again = await workshop.run(suspects, optionsFor({ afresh, only }));
      if (again.outcome !== 'passed') return again;
    }
    const left = tests.slice(1 + Math.max(...suspects.map((file) => tests.indexOf(file))));
    return left.length === 0 ? null : failing(left, afresh);
  }

  async function judge(mutant: Mutant, afresh = false): Promise<Judged> {
    const begun = performance.now();
    const text = workshop.original(mutant.file);
    const place = { ...mutant, ...diffOf(text, mutant) };
    const tests = affordable(mutant);
    if (tests.length === 0) return { ...place, verdict: 'not reached', tests, seconds: 0 };
    workshop.write(mutant.file, mutated(text, mutant));
    const run = await failing(tests, afresh);
    workshop.restore(mutant.file);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    if (run === null) return { ...place, verdict: 'survived', tests, seconds };
    const named = run.files.flatMap(({ file, failed }) => failed.map((name) => `${file}: ${name}`));
    const verdict = run.outcome === 'failed' ? 'caught' : 'timed out';
    const judged: Judged = { ...place, verdict, tests: [...named, ...run.errors], seconds };
    const failed = new Map([...run.suspects].map(([file, names]) => [file, whole.has(file) ? null : names]));
    waiting.push({ mutant, judged, failed });
    return judged;
  }

  /** Of the files, those that fail without any change. */
  async function failingUnchanged(failed: FailedTests): Promise<readonly string[]> {
    if (failed.size === 0) return [];
    const options = optionsFor({ bail: false, afresh: true, only: failed });
    const run = await workshop.run([...failed.keys()], options);
    if (run.outcome === 'passed') return [];
    const broken = [...run.suspects.keys()];
    if (run.outcome === 'failed') return broken;
    const left = new Map([...failed].filter(([file]) => !run.suspects.has(file)));
    return [...broken, ...(await failingUnchanged(left))];
  }

  /** Finds out whether some tests of a file fail without any change only alone, or also when the whole file is run. */
  async function putAside(file: string): Promise<void> {
    const run = whole.has(file) ? null : await workshop.run([file], optionsFor({ afresh: true }));
    if (run?.outcome === 'passed') {
      whole.add(file);
      return;
    }
    console.log(`${file} has failed without any change and is left out from now on.`);
    unreliable.add(file);
  }

  async function confirmed(): Promise<readonly Judged[]> {
    const all = waiting;
    waiting = [];
    if (all.length === 0) return [];
    const broken = await failingUnchanged(union(all.map(({ failed }) => failed)));
    for (const file of broken) await putAside(file);
    const verdicts: Judged[] = [];
    for (const { mutant, judged: before, failed } of all) {
      const stands = [...failed.keys()].some((file) => !broken.includes(file));
      verdicts.push(stands ? before : await judge(mutant, true));
    }
    return waiting.length > 0 ? replaced(verdicts, await confirmed()) : verdicts;
  }

  return { judge: (mutant) => judge(mutant), confirmed };
}

/** The later verdict on a change, where there is one. */
const replaced = (earlier: readonly Judged[], later: readonly Judged[]): readonly Judged[] =>
  earlier.map((one) => later.find((now) => isSame(now, one)) ?? one);

/** The tests of all; a file is run whole where one of them wants it whole. */
function union(all: readonly FailedTests[]): FailedTests {
  const together = new Map<string, readonly string[] | null>();
  for (const [file, names] of all.flatMap((failed) => [...failed])) {
    const known = together.get(file);
    together.set(file, known === null || names === null ? null : [...new Set([...(known ?? []), ...names])]);
  }
  return together;
}
