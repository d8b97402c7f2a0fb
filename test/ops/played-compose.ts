/** compose.yaml without containers: its services as processes of this machine, with the mounted files. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import postgres from 'postgres';
import { inject, vi } from 'vitest';
import { parse } from 'yaml';
import { root, textOf } from '../documents/markdown.ts';
import { newFolder, type Service, startService } from '../process/child.ts';
import { builtService } from '../support/built.ts';
import { accepts, freePort } from '../support/ports.ts';
import { withDatabase } from '../support/with-database.ts';

interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly [key: string]: unknown;
}

export const compose = parse(textOf('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
};

export function order(): readonly string[] {
  const found: string[] = [];
  const visit = (name: string, above: readonly string[]) => {
    if (above.includes(name)) throw new Error(`${name} waits for itself`);
    for (const needed of Object.keys(compose.services[name]?.depends_on ?? {}))
      visit(needed, [...above, name]);
    if (!found.includes(name)) found.push(name);
  };
  for (const name of Object.keys(compose.services)) visit(name, []);
  return found;
}

export interface Played {
  readonly url: string;
  readonly certificateFile: string;
  readonly dataDir: string;
  /** With a folder for each volume of passwords. */
  readonly secrets: string;
  readonly replicas: readonly { readonly service: Service; readonly url: string }[];
  readonly migrated: string;
  stop(): Promise<void>;
}

export async function playCompose(): Promise<Played> {
  const [tls, secrets, dataDir] = [newTemporary('tls-'), newTemporary('secrets-'), newFolder()];
  const database = ownDatabase(join(secrets, 'database'));
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const replicas: { service: Service; url: string }[] = [];
  let [migrated, proxy] = ['', undefined as ChildProcess | undefined];
  const settingsOf = (name: string) =>
    Object.fromEntries(
      Object.entries({ ...compose.services[name]?.environment, ...envFileOf(name, secrets) }).map(
        ([key, value]) => [key, database.withAddress(value ?? '').replace('https://localhost:4443', url)],
      ),
    );
  const steps: Readonly<Record<string, (name: string) => unknown>> = {
    passwords: () => {
      for (const folder of folders.values()) mkdirSync(join(secrets, folder));
      execFileSync('sh', [`${root}ops/compose/make-passwords.sh`, secrets], { stdio: 'ignore' });
    },
    database: database.create,
    certificate: () =>
      execFileSync('sh', [`${root}ops/compose/make-certificate.sh`, tls], { stdio: 'ignore' }),
    migration: (name) => {
      const env = { PATH: process.env.PATH, ...settingsOf(name) };
      migrated = execFileSync(process.execPath, builtService('migrate.js'), {
        env,
        cwd: tls,
        encoding: 'utf8',
      });
    },
    'bank-1': (name) => startReplica(name),
    'bank-2': (name) => startReplica(name),
    proxy: async () => {
      proxy = await startProxy({ tls, port, replicas: replicas.map((one) => one.url) });
    },
  };
  async function startReplica(name: string): Promise<void> {
    const service = startService(settingsOf(name), dataDir);
    replicas.push({ service, url: '' });
    await service.ready();
    await vi.waitUntil(() => service.log().some(({ msg }) => msg === 'started'), {
      timeout: 20_000,
      interval: 20,
    });
    const started = service.log().find(({ msg }) => msg === 'started');
    replicas[replicas.length - 1] = { service, url: `127.0.0.1:${started?.port}` };
  }
  const stop = async () => {
    proxy?.kill('SIGKILL');
    await Promise.all(replicas.map(({ service }) => service.kill()));
    await database.drop();
    for (const folder of [tls, secrets, dataDir]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of order()) await steps[name]?.(name);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, certificateFile: join(tls, 'bank.pem'), dataDir, secrets, replicas, migrated, stop };
}

const newTemporary = (name: string): string => mkdtempSync(join(tmpdir(), name));

/** Folders of the volumes that the service `passwords` fills. */
const folders = new Map(
  (compose.services.passwords?.volumes ?? [])
    .map((mount) => mount.split(':/secrets/'))
    .flatMap(([volume = '', folder]) => (folder === undefined ? [] : [[volume, folder] as const])),
);

/** The file that Node reads by the command of a service, in the volume that this service mounts. */
function envFileOf(name: string, secrets: string): NodeJS.Dict<string> {
  const { command = [], volumes = [] } = compose.services[name] ?? {};
  const file = command.flatMap((word) => word.split('--env-file=/secrets/').slice(1))[0];
  const volume = volumes.find((mount) => mount.endsWith(':/secrets:ro'))?.split(':')[0] ?? '';
  return file === undefined
    ? {}
    : parseEnv(readFileSync(join(secrets, folders.get(volume) ?? '', file), 'utf8'));
}

/** The database and the roles of ops/compose/roles.sql under other names: roles belong to the whole server. */
function ownDatabase(passwords: string) {
  const suffix = randomUUID().slice(0, 8);
  const named = (text: string) =>
    text.replace(/\bpsd2_(owner|service)\b|\bpsd2\b/g, (name) => `${name}_${suffix}`);
  const server = new URL(inject('clusterUrl'));
  const password = (name: string) => readFileSync(join(passwords, name), 'utf8');
  const parts = () =>
    named(textOf('ops/compose/roles.sql'))
      .replaceAll(/^\\set .*$/gm, '')
      .replaceAll(/:'(\w+)'/g, (_, name) => `'${password(name)}'`)
      .split(/^\\connect \w+$/m);
  /** One statement at a time: CREATE DATABASE cannot run in a transaction. */
  async function run(url: string, text: string): Promise<void> {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    for (const statement of text.replaceAll(/^--.*$/gm, '').split(';'))
      if (statement.trim() !== '') await sql.unsafe(statement);
    await sql.end();
  }
  return {
    withAddress: (text: string) => named(text).replace('@database:5432/', `@${server.host}/`),
    async create() {
      const [inServer = '', inside = ''] = parts();
      await run(server.href, inServer);
      await run(withDatabase(server.href, named('psd2')), inside);
    },
    async drop() {
      await run(server.href, named('drop database if exists psd2 with (force)'));
      await run(server.href, named('drop role if exists psd2_owner; drop role if exists psd2_service'));
    },
  };
}

/** nginx with ops/compose/nginx.conf, with the names and files of this machine. */
async function startProxy(at: {
  tls: string;
  port: number;
  replicas: readonly string[];
}): Promise<ChildProcess> {
  const file = join(at.tls, 'nginx.conf');
  const here = [
    ...at.replicas.map((address, index) => [`bank-${index + 1}:4000`, address] as const),
    ['8443', `127.0.0.1:${at.port}`] as const,
    ['/tls/', `${at.tls}/`] as const,
    [/ \/tmp\//, ` ${at.tls}/`] as const,
  ];
  writeFileSync(
    file,
    here.reduce((text, [from, to]) => {
      if (text.search(from) < 0) throw new Error(`ops/compose/nginx.conf lacks ${from}`);
      return text.replaceAll(new RegExp(from, 'g'), to);
    }, textOf('ops/compose/nginx.conf')),
  );
  chmodSync(at.tls, 0o755);
  const proxy = spawn('nginx', ['-p', at.tls, '-c', file, '-g', 'daemon off; master_process off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  proxy.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  await vi.waitUntil(async () => proxy.exitCode !== null || (await accepts(at.port)), {
    interval: 20,
    timeout: 20_000,
  });
  if (proxy.exitCode !== null) throw new Error(`nginx did not start: ${errors}`);
  return proxy;
}
