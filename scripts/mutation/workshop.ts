/** A copy of the checkout where files may be spoilt, and runs of chosen test files in it against one PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { startEmbeddedPostgres } from '../../src/db/embedded/server.ts';
import { dropDatabases, makeTemplate, templateName } from './databases.ts';
import { gitFiles } from './files.ts';

export interface TestRun {
  readonly outcome: 'passed' | 'failed' | 'timed out';
  readonly files: readonly TestFile[];
  readonly output: string;
}

export interface TestFile {
  readonly file: string;
  readonly passed: boolean;
  readonly milliseconds: number;
  readonly failed: readonly string[];
}

export interface RunOptions {
  readonly bail: boolean;
  readonly timeoutMs: number;
  readonly workers: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly setupFile?: string;
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

const configFile = 'vitest.mutation.config.ts';
const resultFile = 'mutation-result.json';

/** Vitest's own settings, with a list of files and their order from the environment. */
const config = `
import { readFileSync } from 'node:fs';
import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const order = JSON.parse(readFileSync(new URL('mutation-tests.json', import.meta.url), 'utf8'));
class InOrder {
  shard(files) { return files; }
  sort(files) {
    const place = ({ moduleId }) => order.tests.findIndex((test) => moduleId.endsWith('/' + test));
    return [...files].sort((one, other) => place(one) - place(other));
  }
}
const merged = mergeConfig(base, {
  test: { maxWorkers: order.workers, setupFiles: order.setupFiles, sequence: { sequencer: InOrder } },
});
merged.test.include = order.tests;
// The cluster and its template stand already.
merged.test.globalSetup = ['mutation-setup.ts'];
export default merged;
`;

const setup = (clusterUrl: string): string => `
export default (project) => {
  project.provide('clusterUrl', ${JSON.stringify(clusterUrl)});
  project.provide('templateName', ${JSON.stringify(templateName)});
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
  writeFileSync(join(root, configFile), config);
  const dataDir = mkdtempSync(join(tmpdir(), 'mutation-db-'));
  // As root the server runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  await makeTemplate(server.url);
  writeFileSync(join(root, 'mutation-setup.ts'), setup(server.url));

  return {
    root,
    files,
    original,
    write(file, text) {
      original(file);
      writeFileSync(join(root, file), text);
    },
    restore: (file) => writeFileSync(join(root, file), original(file)),
    async run(tests, options) {
      const { workers, setupFile } = options;
      const order = { tests, workers, setupFiles: setupFile ? [setupFile] : [] };
      writeFileSync(join(root, 'mutation-tests.json'), JSON.stringify(order));
      rmSync(join(root, resultFile), { force: true });
      const { outcome, output } = await vitest(root, options);
      await dropDatabases(server.url);
      return { outcome, output, files: resultsOf(root) };
    },
    async close() {
      await server.stop();
      for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function vitest(
  root: string,
  { bail, timeoutMs, env }: RunOptions,
): Promise<Pick<TestRun, 'outcome' | 'output'>> {
  const script = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=json', `--outputFile=${resultFile}`];
  const child = spawn(
    process.execPath,
    [script, 'run', '--config', configFile, ...reporters, ...(bail ? ['--bail=1'] : [])],
    {
      cwd: root,
      // A group of its own: what tests have started ends with them.
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  return new Promise((resolve) => {
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child);
    }, timeoutMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      endGroup(child);
      const outcome = timedOut ? 'timed out' : code === 0 ? 'passed' : 'failed';
      resolve({ outcome, output: output.join('') });
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Everyone of the group has ended by himself.
  }
}

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function resultsOf(root: string): readonly TestFile[] {
  if (!existsSync(join(root, resultFile))) return [];
  const { testResults } = JSON.parse(readFileSync(join(root, resultFile), 'utf8')) as JsonReport;
  return testResults.map(({ name, status, message, startTime, endTime, assertionResults }) => ({
    file: relative(root, name),
    passed: status === 'passed',
    milliseconds: Math.round(endTime - startTime),
    failed: [
      ...assertionResults.filter((one) => one.status === 'failed').map((one) => one.fullName),
      // A file that could not be loaded.
      ...(message === '' ? [] : [message.split('\n')[0] ?? '']),
    ],
  }));
}
