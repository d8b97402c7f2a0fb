/** A copy of the checkout where files may be spoilt, and runs of chosen test files in it against one PostgreSQL. */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from 'embedded-postgres-server';
import { dropDatabases, makeTemplate, templateName } from './databases.ts';
import { gitFiles } from './files.ts';
import { openSuite, type Suite, type SuiteRun, type TestFile } from './suite.ts';

/** Test files with the names of the tests; null stands for the whole file. */
export type FailedTests = ReadonlyMap<string, readonly string[] | null>;

export interface TestRun {
  readonly outcome: 'passed' | 'failed' | 'timed out';
  /** Those that failed, or that ran when the time was up. */
  readonly suspects: FailedTests;
  readonly files: readonly TestFile[];
  readonly errors: readonly string[];
}

export interface RunOptions {
  readonly bail: boolean;
  /** How long a test file may take. */
  timeoutMs(test: string): number;
  /** Whether to begin without anything that earlier runs have left. */
  readonly afresh?: boolean;
  /** Of these files only some tests. */
  readonly only?: FailedTests;
  readonly workers: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly setupFiles?: readonly string[];
}

export interface Workshop {
  readonly root: string;
  /** Paths of the copied files. */
  readonly files: readonly string[];
  /** The text of a file as it was copied. */
  original(file: string): string;
  write(file: string, text: string): void;
  /** Puts the original back. */
  restore(file: string): void;
  /** Runs test files in the order given. */
  run(tests: readonly string[], options: RunOptions): Promise<TestRun>;
  close(): Promise<void>;
}

/** The files that failed; where none says so, what ran last. */
function suspectsOf({ files }: SuiteRun, { workers }: RunOptions): FailedTests {
  const failed = files.filter((file) => file.failed.length > 0);
  if (failed.length === 0) return new Map(files.slice(-workers).map(({ file }) => [file, null]));
  return new Map(
    failed.map(({ file, names, failed }) => [file, names.length < failed.length ? null : names]),
  );
}

const setup = (clusterUrl: string): string => `
import { makeKeys } from './test/support/keys.ts';

export default async (project) => {
  project.provide('clusterUrl', ${JSON.stringify(clusterUrl)});
  project.provide('templateName', ${JSON.stringify(templateName)});
  project.provide('keys', await makeKeys());
};
`;

export async function openWorkshop(checkout: string): Promise<Workshop> {
  const root = mkdtempSync(join(tmpdir(), 'mutation-'));
  const files = gitFiles(checkout);
  const originals = new Map<string, string>();
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(checkout, file), join(root, file));
  }
  const original = (file: string): string => {
    const text = originals.get(file) ?? readFileSync(join(root, file), 'utf8');
    originals.set(file, text);
    return text;
  };
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'));
  const dataDir = mkdtempSync(join(tmpdir(), 'mutation-db-'));
  // As root the server runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  await makeTemplate(server.url);
  writeFileSync(join(root, 'mutation-setup.ts'), setup(server.url));

  const changed = new Set<string>();
  let open: { readonly key: string; readonly suite: Suite } | undefined;
  const suiteFor = async ({ bail, workers, setupFiles = [], env = {} }: RunOptions): Promise<Suite> => {
    const key = JSON.stringify([bail, workers, setupFiles, env]);
    if (open?.key !== key) {
      await open?.suite.close();
      open = { key, suite: openSuite(root, { bail, workers, setupFiles }, env) };
    }
    return open.suite;
  };
  const put = (file: string, text: string): void => {
    changed.add(file);
    writeFileSync(join(root, file), text);
  };

  return {
    root,
    files,
    original,
    write(file, text) {
      original(file);
      put(file, text);
    },
    restore: (file) => put(file, original(file)),
    async run(tests, options) {
      const suite = await suiteFor(options);
      const { timeoutMs, afresh = false, only = new Map() } = options;
      const wanted = tests.map((file) => ({ file, names: only.get(file) ?? null }));
      const run = await suite.run({ tests: wanted, changed: [...changed], timeoutMs, afresh });
      changed.clear();
      await dropDatabases(server.url);
      if ('late' in run) {
        const suspects = new Map(run.late.map((file) => [file, null]));
        return { outcome: 'timed out', suspects, files: [], errors: [] };
      }
      return { ...run, outcome: run.failed ? 'failed' : 'passed', suspects: suspectsOf(run, options) };
    },
    async close() {
      await open?.suite.close();
      await server.stop();
      for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
