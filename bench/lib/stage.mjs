/** What all comparisons share: the database server, the service with its TPP, a copy of its tables for every other contender. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster, withDatabase } from './cluster.mjs';
import { demoTppId, fillPayments, leastTable } from './fill.mjs';
import { startLoad } from './load.mjs';
import { freePort, startServer } from './processes.mjs';
import { enterSandbox, startService } from './service.mjs';

const contenders = fileURLToPath(new URL('../contenders/', import.meta.url));
const paymentsBefore = 10_000;

export async function openStage(serviceFolder) {
  const cluster = await startCluster(serviceFolder);
  const load = startLoad();
  const dataDir = join(cluster.folder, 'service');
  const empty = await cluster.create('empty');
  // The service makes tables and sandbox, and stops: a database is copied while nobody is connected to it.
  const first = await startService({ folder: serviceFolder, databaseUrl: empty, dataDir });
  const tpp = await enterSandbox({ service: first, databaseUrl: empty, dataDir, tppId: demoTppId });
  await first.stop();
  const template = await cluster.create('template', 'empty');
  await withDatabase(template, (sql) => fillPayments(sql, { ...tpp, count: paymentsBefore }));
  await withDatabase(await cluster.create('least', 'template'), leastTable);
  const copy = async (name, of = 'template') => {
    await cluster.drop(name);
    return cluster.create(name, of);
  };
  const certificate = join(dataDir, 'tpp/demo.pem');
  return {
    cluster,
    load,
    tpp,
    serviceFolder,
    dataDir,
    template,
    copy,
    /** The service on a fresh copy of its tables. */
    async startService(name = 'service', { template: of, ...more } = {}) {
      const databaseUrl = await copy(name, of);
      const service = await startService({ folder: serviceFolder, databaseUrl, dataDir, ...more });
      return Object.assign(service, { databaseUrl });
    },
    /** Another contender on a copy of its own, with the least table of payments. */
    async startContender(name) {
      const url = await copy(name, 'least');
      const port = await freePort();
      const env = {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        CERTIFICATE: certificate,
      };
      const args = [join(contenders, `${name}.mjs`)];
      return startServer({ args, env: { ...env, DATABASE_URL: url }, port, path: '/readyz' });
    },
    async close() {
      load.stop();
      await cluster.stop();
    },
  };
}
