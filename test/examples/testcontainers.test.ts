/**
 * The examples of Testcontainers. By day the package is a stand-in whose container is a process of the service; at
 * night a Docker daemon runs the image, where there is one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../documents/markdown.ts';
import { type Service, startService } from '../process/child.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { builtService } from '../support/built.ts';
import { nightly } from '../support/nightly.ts';

const example = join(root, 'examples/testcontainers');
const scratch = mkdtempSync(join(tmpdir(), 'psd2-bank-testcontainers-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The part of the package that the example uses. */
const standIn = `
  import { spawnSync } from 'node:child_process';
  const { SERVICE, DATA_DIR } = process.env;
  export const Wait = { forHttp: (path, port) => ({ path, port }) };
  export class GenericContainer {
    withEnvironment() { return this; }
    withExposedPorts(port) { this.port = port; return this; }
    withWaitStrategy(strategy) { this.strategy = strategy; return this; }
    withStartupTimeout() { return this; }
    async start() {
      const { path, port } = this.strategy;
      if (port !== this.port || !(await fetch(SERVICE + path)).ok) throw new Error('not ready');
      const { hostname, port: mapped } = new URL(SERVICE);
      return {
        getHost: () => hostname,
        getMappedPort: (one) => (one === port ? Number(mapped) : null),
        async exec([program, ...words]) {
          const inside = words.map((word) => word.replaceAll('/data/', DATA_DIR + '/'));
          const { status, stdout, stderr } = spawnSync(program, inside, { cwd: ${JSON.stringify(root)}, encoding: 'utf8' });
          return { exitCode: status, output: stdout + stderr };
        },
        async stop() {},
      };
    }
  }`;

/** A project of a TPP with the example for Node; the package of this repository is installed. */
function projectWith(name: string, testcontainers: (folder: string) => void): string {
  const project = join(scratch, name);
  cpSync(join(example, 'node'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules'));
  testcontainers(project);
  symlinkSync(root, join(project, 'node_modules/psd2-bank'));
  return project;
}

function runTests(project: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining('# pass 1')]);
}

describe('the examples, with a process in place of the container', () => {
  let bank: Bank;
  let service: Service;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    bank = await startBank();
    service = startService({ DATABASE_URL: bank.databaseUrl });
    env = { SERVICE: (await service.ready()).replace('localhost', '127.0.0.1'), DATA_DIR: service.folder };
  });
  afterAll(async () => {
    await service.kill();
    await bank.stop();
  });

  it('Node: a payment is approved', () => {
    const project = projectWith('stand-in', (folder) => {
      mkdirSync(join(folder, 'node_modules/testcontainers'));
      writeFileSync(join(folder, 'node_modules/testcontainers/index.mjs'), standIn);
      writeFileSync(join(folder, 'node_modules/testcontainers/package.json'), '{ "exports": "./index.mjs" }');
    });
    runTests(project, env);
  });

  const javaMissing = !nightly
    ? 'compiled in the nightly run'
    : spawnSync('javac', ['-version']).status !== 0
      ? 'Java is not on this machine'
      : null;
  it.skipIf(javaMissing !== null)(
    `${javaMissing === null ? '' : `(SKIPPED: ${javaMissing}) `}Java: a payment is approved`,
    () => {
      const support = join(root, 'test/examples/support/java');
      const sources = readdirSync(support, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.java'))
        .map((name) => join(support, name));
      const names = ['java/BankContainer.java', 'java/PaymentsTest.java', '../signing/SignRequest.java'];
      const classes = join(scratch, 'classes');
      const own = names.map((name) => join(example, name));
      execFileSync('javac', ['-Xlint:all', '-Werror', '-d', classes, ...own, ...sources]);
      const options = { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' } as const;
      expect(execFileSync('java', ['-cp', classes, 'RunPaymentsTest'], options)).toBe('passed\n');
    },
  );
});

const dockerMissing = !nightly
  ? 'at night only'
  : spawnSync('docker', ['version']).status !== 0
    ? 'no Docker daemon runs on this machine'
    : null;
describe.skipIf(dockerMissing !== null)(
  `${dockerMissing === null ? '' : `(SKIPPED: ${dockerMissing}) `}the example for Node, in a container`,
  { timeout: 900_000 },
  () => {
    it('a payment is approved', () => {
      builtService();
      execFileSync('docker', [
        'build',
        '--quiet',
        '--tag',
        'psd2-bank:embedded',
        '--target',
        'embedded',
        root,
      ]);
      const project = projectWith('container', (folder) => {
        writeFileSync(join(folder, 'package.json'), '{ "private": true }');
        execFileSync('npm', ['install', '--silent', 'testcontainers@11.14.0'], { cwd: folder });
      });
      runTests(project);
    });
  },
);
