/** What all comparisons share: the database server, the service with its TPP, a copy of its tables for every other contender. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster, withDatabase } from './cluster.mjs';
import { fillPayments } from './fill.mjs';
import { startLoad } from './load.mjs';
import { freePort, startServer } from './processes.mjs';
import { startService, tppOf } from './service.mjs';

const contenders = fileURLToPath(new URL('../contenders/', import.meta.url));
const paymentsBefore = 10_000;

export async function openStage(serviceFolder) {
  const cluster = await startCluster(serviceFolder);
  const load = startLoad();
  const dataDir = join(cluster.folder, 'service');
  const databaseUrl = await cluster.create('service');
  const start = () => startService({ folder: serviceFolder, databaseUrl, dataDir });
  // It makes the tables and the sandbox, and stops: a database is copied while nobody is connected to it.
  const first = await start();
  const tpp = await tppOf(first, databaseUrl, dataDir);
  await first.stop();
  await withDatabase(databaseUrl, (sql) => fillPayments(sql, paymentsBefore));
  await cluster.create('template', 'service');
  const certificate = join(dataDir, 'tpp/demo.pem');
  return {
    cluster,
    load,
    tpp,
    serviceFolder,
    databaseUrl,
    startService: start,
    /** Another contender on a copy of the service's tables; its process ends with `stop`. */
    async startContender(name, database = name) {
      await cluster.drop(database);
      const url = await cluster.create(database, 'template');
      const port = await freePort();
      const env = {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        CERTIFICATE: certificate,
      };
      const args = [join(contenders, `${name}.mjs`)];
      const server = await startServer({ args, env: { ...env, DATABASE_URL: url }, port, path: '/readyz' });
      return Object.assign(server, { databaseUrl: url });
    },
    async close() {
      load.stop();
      await cluster.stop();
    },
  };
}
