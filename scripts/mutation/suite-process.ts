/**
 * A vitest that stays for many runs, so that what has not changed is read once. Started in the copy of the checkout;
 * gets its settings as an argument, then lists of test files as messages, and answers each with what came of it.
 */
import { join, relative } from 'node:path';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import type { SuiteRun, SuiteSettings, TestFile } from './suite.ts';

const root = process.cwd();
const settings = JSON.parse(process.argv[2] ?? '{}') as SuiteSettings;
let order: readonly string[] = [];

/** The files in the order that was asked for. */
class InOrder {
  shard = (files: TestSpecification[]) => files;
  sort = (files: TestSpecification[]) => {
    const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(root, moduleId));
    return [...files].sort((one, other) => place(one) - place(other));
  };
}

const vitest = await createVitest('test', {
  config: 'vitest.config.ts',
  watch: false,
  reporters: [{}],
  // Threads start in a third of the time of processes.
  pool: 'threads',
  maxWorkers: settings.workers,
  bail: settings.bail ? 1 : 0,
  setupFiles: ['test/support/setup.ts', ...settings.setupFiles],
  // The cluster and its template stand already.
  globalSetup: ['mutation-setup.ts'],
  sequence: { sequencer: InOrder as never },
});

function outcomeOf(module: TestModule): TestFile {
  const failed = [...module.children.allTests('failed')].map((test) => test.fullName);
  const errors = module.errors().map(({ message }) => message.split('\n')[0] ?? '');
  return {
    file: relative(root, module.moduleId),
    passed: module.state() === 'passed',
    milliseconds: Math.round(module.diagnostic().duration),
    failed: [...failed, ...errors],
  };
}

async function run(tests: readonly string[], changed: readonly string[]): Promise<SuiteRun> {
  order = tests;
  // What failed before must not count as a failure of this run.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  for (const file of changed) vitest.invalidateFile(join(root, file));
  const project = vitest.getRootProject();
  const wanted = tests.map((test) => project.createSpecification(join(root, test)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
  const files = testModules.map(outcomeOf);
  const failed = unhandledErrors.length > 0 || files.some((file) => file.failed.length > 0);
  return { failed, files, errors: unhandledErrors.map(String) };
}

process.on('message', ({ tests, changed }: { tests: string[]; changed: string[] }) => {
  run(tests, changed).then(
    (result) => process.send?.(result),
    (error) => process.send?.({ failed: true, files: [], errors: [String(error)] }),
  );
});
process.send?.('ready');
