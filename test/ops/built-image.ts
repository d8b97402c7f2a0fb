import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../documents/markdown.ts';
import { processesWith, wordsOf } from '../support/processes.ts';
import { canReachRegistry, configOfNpm } from '../support/registry.ts';
import { bytesOf, canRun } from './laid-image.ts';
import type { Runnable } from './life.ts';

/** The reason why this machine cannot build it; null when it can. */
export function hindrance(): string | null {
  if (spawnSync('buildah', ['--version']).error !== undefined) return 'buildah is not installed';
  if (!canRun) return 'that takes root on Linux, and mounts';
  if (!process.execPath.startsWith('/usr/')) return 'Node does not lie below /usr';
  return canReachRegistry() ? null : 'the registry of npm cannot be reached';
}

export interface BuiltImage extends Runnable {
  readonly bytes: number;
  readonly user: string;
}

export interface ImageStore {
  build(target: string): Promise<BuiltImage>;
  remove(): void;
}

/** The store of buildah for one test, apart from that of the machine. */
export async function openStore(): Promise<ImageStore> {
  const folder = mkdtempSync(join(tmpdir(), 'images-'));
  const store = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = async (...args: string[]) =>
    (await promisify(execFile)('buildah', [...store, ...args], { maxBuffer: 2 ** 26 })).stdout.trim();
  await buildah('build', '--tag', 'base', layBase(folder));
  return {
    async build(target) {
      await buildah('build', ...buildOptions(), '--target', target, '--tag', target, root);
      const container = await buildah('from', target);
      const bytes = bytesOf(await buildah('mount', container));
      return { bytes, ...containerAsRunnable(store, container) };
    },
    remove() {
      execFileSync('buildah', [...store, 'rm', '--all']);
      execFileSync('buildah', [...store, 'rmi', '--all', '--force']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isolation = ['--isolation', 'chroot', '--network', 'host'] as const;

function layBase(folder: string): string {
  const base = join(folder, 'base');
  for (const name of ['etc', 'root', 'tmp']) mkdirSync(join(base, name), { recursive: true });
  chmodSync(join(base, 'tmp'), 0o1777);
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (lstatSync(`/${name}`, { throwIfNoEntry: false })?.isSymbolicLink())
      cpSync(`/${name}`, join(base, name), { verbatimSymlinks: true });
  cpSync('/etc/os-release', join(base, 'etc/os-release'), { dereference: true });
  writeFileSync(join(base, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\n');
  const settings = {
    npm_config_registry: configOfNpm('registry'),
    npm_config_prefer_offline: 'true',
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? '',
  };
  const lines = Object.entries(settings).map(([name, value]) => `ENV ${name}=${value}`);
  writeFileSync(join(folder, 'Containerfile'), ['FROM scratch', 'COPY base /', ...lines].join('\n'));
  return folder;
}

/** The image format that supports a health check. */
function buildOptions(): readonly string[] {
  const cache = configOfNpm('cache');
  mkdirSync(cache, { recursive: true });
  const system = ['/usr', '/etc/ssl', '/var/lib/dpkg'].filter((path) => existsSync(path));
  const volumes = [...system.map((path) => `${path}:${path}:ro`), `${cache}:/root/.npm:rw`];
  return [
    ...isolation,
    ...['--format', 'docker', '--build-arg', 'NODE_IMAGE=localhost/base'],
    ...volumes.flatMap((volume) => ['--volume', volume]),
  ];
}

interface Inspected {
  readonly Docker: {
    readonly config: {
      readonly User: string;
      readonly Cmd: readonly string[];
      readonly Healthcheck: { readonly Test: readonly string[] };
    };
  };
}

function containerAsRunnable(store: readonly string[], container: string) {
  const inspected: Inspected = JSON.parse(
    execFileSync('buildah', [...store, 'inspect', container], { encoding: 'utf8' }),
  );
  const { User: user, Cmd: command, Healthcheck } = inspected.Docker.config;
  const mark = `A_RUN_OF_THIS_TEST=${randomUUID()}`;
  return {
    user,
    command,
    healthCheck: Healthcheck.Test.slice(1),
    dataDir: null,
    run(words: readonly string[], settings: Readonly<Record<string, string>>) {
      const env = [mark, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
      const options = [...isolation, ...env.flatMap((setting) => ['--env', setting])];
      return spawn('buildah', [...store, 'run', ...options, container, '--', ...words], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    },
    /** buildah itself would kill it. */
    terminate() {
      for (const pid of processesWith(mark))
        if (wordsOf(pid)[0]?.endsWith('/bin/node')) process.kill(pid, 'SIGTERM');
    },
  };
}
