/** A PostgreSQL and a streaming replica; the primary may wait for the replica. */
import {
  appendFileSync,
  chmodSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from 'embedded-postgres-server';
import pg from 'pg';

export const replicaName = 'reader';

export interface Streaming {
  readonly primary: string;
  readonly replica: string;
  query(url: string, text: string): Promise<pg.QueryResult>;
  waitFor(standbys: string): Promise<void>;
  stopReplica(): Promise<void>;
  stop(): Promise<void>;
}

const clusterIn = (dataDir: string): string => join(dataDir, 'postgres', 'cluster');

/** Copying does not keep the owner. */
function giveAs(from: string, to: string): void {
  const { uid, gid, mode } = statSync(from);
  lchownSync(to, uid, gid);
  chmodSync(to, mode & 0o777);
  if (!statSync(to).isDirectory()) return;
  for (const name of readdirSync(to)) giveAs(join(from, name), join(to, name));
}

export async function startStreaming(): Promise<Streaming> {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-streaming-'));
  chmodSync(folder, 0o755);
  const [first, second] = ['primary', 'replica'].map((name) => join(folder, name)) as [string, string];
  mkdirSync(first);
  await (await startEmbeddedPostgres({ dataDir: first, durable: false })).stop();
  // A base backup of a stopped server is a copy of its files.
  cpSync(first, second, { recursive: true });
  giveAs(first, second);
  appendFileSync(join(clusterIn(first), 'postgresql.auto.conf'), "wal_keep_size = '256MB'\n");
  const primary = await startEmbeddedPostgres({ dataDir: first, durable: false });
  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  appendFileSync(join(clusterIn(second), 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  writeFileSync(join(clusterIn(second), 'standby.signal'), '');
  const replica = await startEmbeddedPostgres({ dataDir: second, durable: false, name: replicaName });
  return {
    primary: primary.url,
    replica: replica.url,
    query,
    async waitFor(standbys) {
      await query(primary.url, `alter system set synchronous_standby_names = '${standbys}'`);
      await query(primary.url, 'select pg_reload_conf()');
    },
    stopReplica: () => replica.stop(),
    async stop() {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
