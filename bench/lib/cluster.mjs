/** The PostgreSQL of the run: the embedded one of the service under test, with the settings that the product gives it. */
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
  // As root the server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
  // Its visits, once a minute, would fall on whoever is on turn; tables are analysed before they are measured.
  await admin`alter system set autovacuum = off`;
  await admin`select pg_reload_conf()`;
  const [{ pid, version }] =
    await admin`select pg_backend_pid() as pid, current_setting('server_version') as version`;
  const postmaster = parentPid(pid);
  return {
    folder,
    version,
    cpuSeconds: () => cpuSeconds(postmaster),
    /** A database, empty or the copy of another one that nobody is connected to; in place of the one of that name. */
    async create(name, template = 'template1') {
      await admin`drop database if exists ${admin(name)} with (force)`;
      await admin`create database ${admin(name)} template ${admin(template)}`;
      return Object.assign(new URL(server.url), { pathname: `/${name}` }).toString();
    },
    /** From here everybody writes under the same conditions: the first change of a page after it is the dearest. */
    checkpoint: () => admin.unsafe('checkpoint'),
    async stop() {
      await admin.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs statements on a database over a connection of their own. */
export async function withDatabase(url, act) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await act(sql);
  } finally {
    await sql.end();
  }
}
