/** How fast the bank works off a backlog of approved payments, and the memory that this takes: the process as it runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '../lib/cluster.mjs';
import { addTpp, fillBacklog, queueBacklog } from '../lib/fill.mjs';
import { cpuSeconds, peakMegabytes } from '../lib/processes.mjs';
import { startService } from '../lib/service.mjs';
import { columns } from '../lib/table.mjs';

const patienceMs = 300_000;

export const batch = {
  title: 'a batch run over due payments',
  async run(stage, { scale }) {
    const payments = 100_000 * scale;
    return [await worked(stage, payments, 1), await worked(stage, payments, 4)];
  },
  print: (rows) =>
    columns([
      ['', 'payments/s', 'settled', 'left', 'server µs', 'PostgreSQL µs', 'peak MB'],
      ...rows.map((row) => [
        row.name,
        row.perSecond.toFixed(0),
        row.settled,
        row.left,
        row.microseconds.server.toFixed(0),
        row.microseconds.database.toFixed(0),
        row.peakMegabytes.toFixed(0),
      ]),
    ]),
};

/** How fast a process works off a backlog that so many TPPs share. */
async function worked(stage, payments, tpps) {
  const databaseUrl = await stage.copy('batch');
  const { serviceFolder: folder, dataDir, tpp } = stage;
  return withDatabase(databaseUrl, async (sql) => {
    const others = Array.from({ length: tpps - 1 }, (_, number) => `PSDNO-FSA-BATCH${number}`);
    for (const tppId of others) await addTpp(sql, tppId);
    for (const tppId of [tpp.tppId, ...others]) {
      const paymentIds = await fillBacklog(sql, { tppId, count: payments / tpps });
      await queueBacklog(sql, { tppId, paymentIds });
    }
    await sql`vacuum analyze`;
    const databaseBefore = stage.cluster.cpuSeconds();
    const service = await startService({ folder, databaseUrl, dataDir });
    const begun = performance.now();
    const before = await processed(sql);
    let now = before;
    while (now < payments && performance.now() - begun < patienceMs) {
      await sleep(50);
      now = await processed(sql);
    }
    const seconds = (performance.now() - begun) / 1_000;
    const row = {
      name: `${payments} payments of ${tpps === 1 ? 'one TPP' : `${tpps} TPPs`}`,
      perSecond: (now - before) / seconds,
      left: await left(sql),
      settled: await settled(sql),
      peakMegabytes: peakMegabytes(service.pid),
      microseconds: {
        server: (1e6 * cpuSeconds(service.pid)) / payments,
        database: (1e6 * (stage.cluster.cpuSeconds() - databaseBefore)) / payments,
      },
    };
    await service.stop();
    return row;
  });
}

/** Counted by the bank in the transaction of each piece: to count the queue is to read all of it. */
async function processed(sql) {
  const [{ count }] = await sql`select coalesce(sum(payments), 0)::int as count from batch_runs`;
  return count;
}

async function left(sql) {
  const [{ count }] = await sql`select count(*)::int as count from bank_queue`;
  return count;
}

async function settled(sql) {
  const [{ count }] =
    await sql`select count(*)::int as count from payments where product = 'NDCT' and status = 'ACSC'`;
  return count;
}
