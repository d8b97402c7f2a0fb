/** The image of the Dockerfile without a container engine: laid by its own script, and run with chroot as its own user. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, textOf } from '../documents/markdown.ts';
import { builtService } from '../support/built.ts';
import { laySandboxKeys } from '../support/keys.ts';
import type { Runnable } from './life.ts';

/** What the last stages of the Dockerfile say, by their instruction; JSON arrays are read. */
export function instruction(name: string): readonly string[] {
  const base = textOf('Dockerfile').slice(textOf('Dockerfile').indexOf('FROM scratch'));
  return [...base.replaceAll('\\\n', ' ').matchAll(new RegExp(`^${name} +(.*)$`, 'gm'))].map(
    ([, text = '']) => text,
  );
}
export const commandOf = (text: string): readonly string[] => JSON.parse(text.slice(text.indexOf('[')));

/** The settings of ENV. */
const settings = () =>
  Object.fromEntries(
    instruction('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
  );

/** What the package lists to be shipped, but for what is for who reads, compiles or copies. */
export function shippedParts(): readonly string[] {
  const { files } = JSON.parse(textOf('package.json')) as { readonly files: readonly string[] };
  return files.filter((name) => !/^(!|types$|examples$|schema|\*|\.env)/.test(name));
}

/** What the script lays of a checkout, besides its packages. */
export function laidParts(): readonly string[] {
  const [, parts = ''] = /^for part in (.*); do$/m.exec(textOf('ops/container/lay-image.sh')) ?? [];
  return parts.split(' ');
}

/** The folders that are roots of layers: system, app, embedded, data. */
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

/** The packages that `npm prune --omit=dev` leaves. */
function installed(): readonly string[] {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}

/** The layers of a target one above the other, with what a container engine adds to them. */
export function rootOf(image: string, layers: readonly string[]): string {
  const target = mkdtempSync(join(dirname(image), 'root-'));
  execFileSync('chmod', ['755', dirname(image), target]);
  // Links to the same files: an image has hundreds of megabytes.
  for (const layer of layers) execFileSync('cp', ['-al', `${join(image, layer)}/.`, target]);
  // With keys, each of which would take the service a fraction of a second to make.
  execFileSync('chown', ['-R', '1000:1000', laySandboxKeys(join(target, 'data'))]);
  for (const folder of ['proc', 'dev']) mkdirSync(join(target, folder));
  return target;
}

/** Every path below a folder, without following links. */
export function pathsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

export const bytesOf = (folder: string): number =>
  pathsBelow(folder).reduce((sum, path) => sum + lstatSync(join(folder, path)).size, 0);

/** In a mount namespace of its own: the root read-only, /data to write, and what a container engine adds. */
const enter = `set -e
root=$1
shift
mount --bind "$root" "$root"
mount --bind "$root/data" "$root/data"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec env -i "$@"`;

/** Whether this machine lets us. */
export const canRun = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

/** Runs a command of the image as the user of USER. */
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

/** The laid image as a service that is started as the Dockerfile says. */
export const runnable = (target: string): Runnable => ({
  command: commandOf(instruction('CMD').at(-1) ?? ''),
  healthCheck: commandOf(instruction('HEALTHCHECK')[0] ?? ''),
  dataDir: join(target, 'data'),
  run: (command, settings) => runIn(target, command, settings),
  terminate: (service) => void service.kill('SIGTERM'),
});
