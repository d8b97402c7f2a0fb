/**
 * A Citus for a run of the tests: that of TEST_CITUS_URL (a coordinator with its workers, where databases may be
 * created), or one started from the installed extension. `npm test -- --citus` checks for one first.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from './ports.ts';
import { withDatabase } from './with-database.ts';

interface Nodes {
  /** Addresses of the maintenance databases of all nodes, the coordinator last. */
  readonly nodes: readonly string[];
  stop(): Promise<void>;
}

/** Few shards are created quickly; two workers, so that TPPs lie on different ones. */
const shards = 4;
const workers = 2;
const nobody = 65_534;
const asOther = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

export async function takeNodes(folder: string): Promise<Nodes> {
  const given = process.env.TEST_CITUS_URL;
  if (given !== undefined) return { nodes: await nodesOf(given), stop: async () => undefined };
  const started: Awaited<ReturnType<typeof startNode>>[] = [];
  for (let node = 0; node <= workers; node += 1) started.push(await startNode(join(folder, `node ${node}`)));
  const nodes = started.map(({ url }) => url);
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
  };
  return { nodes, stop };
}

async function nodesOf(coordinator: string): Promise<readonly string[]> {
  const rows = await onNode(
    coordinator,
    'select nodename, nodeport from pg_dist_node where groupid > 0 and isactive order by nodeid',
  );
  const found = rows.map(({ nodename, nodeport }) => {
    const url = new URL(coordinator);
    url.hostname = nodename;
    url.port = String(nodeport);
    return url.toString();
  });
  if (found.length === 0) throw new Error('TEST_CITUS_URL knows no workers: citus_add_node adds one');
  return [...found, coordinator];
}

async function startNode(dataDir: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  mkdirSync(dataDir);
  if (asOther.uid !== undefined) chownSync(dataDir, asOther.uid, asOther.gid);
  // Citus connects to its nodes as the user of the server.
  const options = { ...asOther, cwd: dataDir, env: { ...process.env, HOME: dataDir } };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'],
    options,
  );
  const port = await freePort();
  appendFileSync(join(dataDir, 'postgresql.conf'), settings(port, dataDir));
  const server = spawn(join(bin, 'postgres'), ['-D', dataDir], { ...options, stdio: 'ignore' });
  const ended = once(server, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // A process that is stopped by force takes its servers along.
  const kill = () => void server.kill('SIGQUIT');
  process.once('exit', kill);
  await answers(url, server);
  const stop = async () => {
    process.removeListener('exit', kill);
    server.kill('SIGINT');
    await ended;
  };
  return { url, stop };
}

const settings = (port: number, folder: string): string => `
shared_preload_libraries = 'citus'
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
max_connections = 400
max_prepared_transactions = 400
wal_level = logical
fsync = off
autovacuum = off
citus.local_hostname = '127.0.0.1'
citus.shard_count = ${shards}
`;

async function answers(url: string, server: { readonly exitCode: number | null }): Promise<void> {
  for (;;) {
    try {
      await onNode(url, 'select 1');
      return;
    } catch (error) {
      if (server.exitCode !== null) throw new Error('a node of Citus has ended', { cause: error });
    }
  }
}

/** Creates a database on every node, and joins them as a Citus. */
export async function makeCitus(nodes: readonly string[], name: string): Promise<string> {
  for (const node of nodes) {
    await onNode(node, `create database ${name} encoding 'UTF8' template template0`);
    await onNode(withDatabase(node, name), 'create extension citus');
  }
  const coordinator = withDatabase(nodes.at(-1) ?? '', name);
  const add = [...nodes.slice(0, -1)].map((node) => `select citus_add_node(${placeOf(node)})`);
  const host = `select citus_set_coordinator_host(${placeOf(coordinator)})`;
  await onNode(coordinator, [`set citus.shard_count = ${shards}`, host, ...add].join(';'));
  return coordinator;
}

const placeOf = (node: string): string => {
  const { hostname, port } = new URL(node);
  return `'${hostname}', ${port || 5_432}`;
};

/** A template with connections, even those of Citus itself, cannot be cloned. */
export async function closeTemplate(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) {
    await onNode(node, `alter database ${name} allow_connections false`);
    await onNode(
      node,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    );
  }
}

/** A node finds the others by the name of the database, so that clones of one name belong together. */
export async function cloneCitus(nodes: readonly string[], name: string, cloning: string): Promise<void> {
  await Promise.all(nodes.map((node) => onNode(node, `create database ${name} ${cloning}`)));
}

async function onNode(url: string, text: string): Promise<readonly postgres.Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}
