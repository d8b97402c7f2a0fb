/**
 * A vitest that stays for many runs, so that what has not changed is read once. Started in the copy of the checkout;
 * gets its settings as an argument, then lists of test files as messages, and answers each with what came of it.
 */
import { join, relative } from 'node:path';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { dropKept, KeptWorker } from './kept-worker.ts';
import type { SuiteOrder, SuiteRun, SuiteSettings, TestFile } from './suite.ts';

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
  reporters: [
    { onTestModuleQueued: (module) => void process.send?.({ begun: relative(root, module.moduleId) }) },
  ],
  pool: { name: 'kept', createPoolWorker: (options) => new KeptWorker(options) },
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
    names: failed,
    failed: [...failed, ...errors],
  };
}

/** The file, and what has imported it, are evaluated anew. */
function forget(file: string): void {
  vitest.invalidateFile(file);
  const waiting = [file];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (vitest.watcher.invalidates.has(path)) continue;
    vitest.watcher.invalidates.add(path);
    for (const { moduleGraph } of Object.values(vitest.vite.environments)) {
      for (const module of moduleGraph.getModulesByFile(path) ?? [])
        for (const importer of module.importers) if (importer.file !== null) waiting.push(importer.file);
    }
  }
}

type Order = Omit<SuiteOrder, 'timeoutMs'>;

/** vitest joins the names of groups and tests with spaces. */
const anyOf = (names: readonly string[]): RegExp =>
  new RegExp(
    names
      .map((name) => name.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .map((name) => `${name}$`)
      .join('|'),
  );

async function run({ tests, changed }: Order): Promise<SuiteRun> {
  order = tests.map(({ file }) => file);
  // What failed before must not count as a failure of this run.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  for (const file of changed) forget(join(root, file));
  const project = vitest.getRootProject();
  const wanted = tests.map(({ file, names }) =>
    project.createSpecification(join(root, file), names === null ? {} : { testNamePattern: anyOf(names) }),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
  const files = testModules.map(outcomeOf);
  const failed = unhandledErrors.length > 0 || files.some((file) => file.failed.length > 0);
  return { failed, files, errors: unhandledErrors.map(String) };
}

process.on('message', async (order: Order) => {
  if (order.afresh) await dropKept();
  run(order).then(
    (result) => process.send?.(result),
    (error) => process.send?.({ failed: true, files: [], errors: [String(error)] }),
  );
});
process.send?.('ready');
