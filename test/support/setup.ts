import { relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { beforeEach, type RunnerTask } from 'vitest';
import { leftOut, played, whyLeftOut } from './left-out.ts';
import { nightly } from './nightly.ts';

// V8 optimises code after fifteen times its default number of runs: optimising briefly hot code took a seventh of a
// run's CPU time. Only the V8 of Node 20 has the flag.
if (Number.parseInt(process.versions.node, 10) === 20) setFlagsFromString('--interrupt-budget=2000000');
Error.stackTraceLimit = 12;
if (!nightly) fc.configureGlobal({ seed: 20_261_121, numRuns: 40 });

const fileOf = (path: string): string => relative(process.cwd(), path).replaceAll('\\', '/');

const fullName = ({ name, suite }: RunnerTask): string =>
  suite === undefined || suite.name === '' ? name : `${fullName(suite)} > ${name}`;

const testsIn = (tasks: readonly RunnerTask[]): readonly RunnerTask[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task.tasks) : [task]));

/** Listed names without a test: a renamed test would run. */
function goneFrom(file: RunnerTask['file']): readonly string[] {
  const tests = leftOut[fileOf(file.filepath)] ?? {};
  const names = testsIn(file.tasks).map(fullName);
  return typeof tests === 'string' ? [] : Object.keys(tests).filter((name) => !names.includes(name));
}

if (played !== null)
  beforeEach(({ task, skip }) => {
    const gone = goneFrom(task.file);
    if (gone.length > 0)
      throw new Error(`test/support/left-out.ts names what is no test: ${gone.join('; ')}`);
    const why = whyLeftOut(fileOf(task.file.filepath), fullName(task));
    if (why !== null) skip(why);
  });
