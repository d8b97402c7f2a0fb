/** Shared by all sections: the database server, the service with its TPP, and a copy of its tables per contender. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster, withDatabase } from './cluster.mjs';
import { fillPayments, leastTable } from './fill.mjs';
import { startServer } from './processes.mjs';
import { enterSandbox, startService } from './service.mjs';

const contenders = fileURLToPath(new URL('../contenders/', import.meta.url));
const paymentsBefore = 10_000;

export async function openStage(serviceFolder) {
  const cluster = await startCluster(serviceFolder);
  const dataDir = join(cluster.folder, 'service');
  const empty = await cluster.create('empty');
  // The service creates tables and sandbox, then stops, because only unused databases can be copied.
  const first = await startService({ folder: serviceFolder, databaseUrl: empty, dataDir });
  const tpp = await enterSandbox({ service: first, folder: serviceFolder, databaseUrl: empty, dataDir });
  await first.stop();
  // Removes the mark of the sandbox, because a facade starts on a copy; an earlier release has no marks.
  await withDatabase(
    empty,
    (sql) => sql`
    do $$ begin delete from service_mark; exception when undefined_table then null; end $$`,
  );
  const template = await cluster.create('template', 'empty');
  await withDatabase(template, (sql) => fillPayments(sql, { ...tpp, count: paymentsBefore }));
  await withDatabase(await cluster.create('least', 'template'), leastTable);
  return {
    cluster,
    tpp,
    serviceFolder,
    dataDir,
    template,
    async startService(name = 'service', { template: of = 'template', settings } = {}) {
      const databaseUrl = await cluster.create(name, of);
      const service = await startService({ folder: serviceFolder, databaseUrl, dataDir, settings });
      return Object.assign(service, { databaseUrl });
    },
    async startContender(name) {
      const DATABASE_URL = await cluster.create(name, 'least');
      const env = { DATABASE_URL, CERTIFICATE: join(dataDir, 'tpp/demo.pem') };
      return startServer({ args: [join(contenders, `${name}.mjs`)], env });
    },
    close: () => cluster.stop(),
  };
}
