/** The embedded PostgreSQL of the service under test, with the product's settings. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import postgres from 'postgres';
import { cpuSeconds, parentPid } from './processes.mjs';

export async function startCluster(serviceFolder) {
  const file = join(serviceFolder, 'dist/packages/embedded-postgres/index.js');
  const { startEmbeddedPostgres } = await import(pathToFileURL(file).href);
  const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-bench-'));
  // As root, the server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
  // Autovacuum would burden whichever contender has its turn; tables are analysed before the measurement.
  await admin`alter system set autovacuum = off`;
  await admin`select pg_reload_conf()`;
  const [{ pid, version }] =
    await admin`select pg_backend_pid() as pid, current_setting('server_version') as version`;
  const postmaster = parentPid(pid);
  return {
    folder,
    version,
    cpuSeconds: () => cpuSeconds(postmaster),
    /** Creates or replaces a database, empty or as a copy of an unused one. */
    async create(name, template = 'template1') {
      await admin`drop database if exists ${admin(name)} with (force)`;
      await admin`create database ${admin(name)} template ${admin(template)}`;
      return Object.assign(new URL(server.url), { pathname: `/${name}` }).toString();
    },
    /** A checkpoint gives all contenders equal conditions: the first change of a page after it costs most. */
    checkpoint: () => admin.unsafe('checkpoint'),
    async stop() {
      await admin.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function withDatabase(url, act) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await act(sql);
  } finally {
    await sql.end();
  }
}
