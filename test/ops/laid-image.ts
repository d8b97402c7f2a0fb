/**
 * The image of the Dockerfile without a container engine: staged by its own script, and run with chroot as its own
 * user.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, textOf } from '../documents/markdown.ts';
import { builtService } from '../support/built.ts';
import { laySandboxKeys } from '../support/keys.ts';
import type { Runnable } from './life.ts';

export function instruction(name: string): readonly string[] {
  const base = textOf('Dockerfile').slice(textOf('Dockerfile').indexOf('FROM scratch'));
  return [...base.replaceAll('\\\n', ' ').matchAll(new RegExp(`^${name} +(.*)$`, 'gm'))].map(
    ([, text = '']) => text,
  );
}
export const commandOf = (text: string): readonly string[] => JSON.parse(text.slice(text.indexOf('[')));

const settings = () =>
  Object.fromEntries(
    instruction('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
  );

/** The files of the package, except those for people, compilers or copies. */
export function shippedParts(): readonly string[] {
  const { files } = JSON.parse(textOf('package.json')) as { readonly files: readonly string[] };
  return files.filter((name) => !/^(!|types$|examples$|schema|\*|\.env)/.test(name));
}

export function laidParts(): readonly string[] {
  const [, parts = ''] = /^for part in (.*); do$/m.exec(textOf('ops/container/lay-image.sh')) ?? [];
  return parts.split(' ');
}

/** The folders of the layers: system, app, embedded, data. */
export function layImage(): string {
  builtService();
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  const app = join(folder, 'app');
  for (const part of [...laidParts(), ...installed()]) {
    mkdirSync(dirname(join(app, part)), { recursive: true });
    cpSync(join(root, part), join(app, part), { recursive: true, verbatimSymlinks: true });
  }
  execFileSync('sh', [`${root}ops/container/lay-image.sh`, app, join(folder, 'image')]);
  return join(folder, 'image');
}

function installed(): readonly string[] {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}

/** The stacked layers of a target, with the additions of a container engine. */
export function rootOf(image: string, layers: readonly string[]): string {
  const target = mkdtempSync(join(dirname(image), 'root-'));
  execFileSync('chmod', ['755', dirname(image), target]);
  // Hard links: an image has hundreds of megabytes.
  for (const layer of layers) execFileSync('cp', ['-al', `${join(image, layer)}/.`, target]);
  // With prepared keys: making each would take a fraction of a second.
  execFileSync('chown', ['-R', '1000:1000', laySandboxKeys(join(target, 'data'))]);
  for (const folder of ['proc', 'dev']) mkdirSync(join(target, folder));
  return target;
}

export function pathsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

export const bytesOf = (folder: string): number =>
  pathsBelow(folder).reduce((sum, path) => sum + lstatSync(join(folder, path)).size, 0);

/** In its own mount namespace: the root read-only, /data writable, and the additions of a container engine. */
const enter = `set -e
root=$1
shift
mount --bind "$root" "$root"
mount --bind "$root/data" "$root/data"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec env -i "$@"`;

/** Whether this machine allows that. */
export const canRun = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

export function runIn(
  target: string,
  [program = '', ...args]: readonly string[],
  more: Readonly<Record<string, string>>,
): ChildProcess {
  const user = instruction('USER')[0] ?? '';
  const absolute = args.map((arg) => arg.replace(/^dist\//, `${instruction('WORKDIR')[0]}/dist/`));
  const env = Object.entries({ ...settings(), ...more }).map(([name, value]) => `${name}=${value}`);
  const inside = ['/usr/sbin/chroot', `--userspec=${user}`, target, `/usr/local/bin/${program}`, ...absolute];
  return spawn('unshare', ['--mount', 'sh', '-c', enter, 'enter', target, ...env, ...inside], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The staged image as a service, started as the Dockerfile says. */
export const runnable = (target: string): Runnable => ({
  command: commandOf(instruction('CMD').at(-1) ?? ''),
  healthCheck: commandOf(instruction('HEALTHCHECK')[0] ?? ''),
  dataDir: join(target, 'data'),
  run: (command, settings) => runIn(target, command, settings),
  terminate: (service) => void service.kill('SIGTERM'),
});
