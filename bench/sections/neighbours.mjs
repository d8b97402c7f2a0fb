/**
 * Whether a TPP waits because another one works: how long its status reads take (one at a time) while the other is busy, as a
 * multiple of what they take alone just before. The other's requests a second stand beside it: holding it up is no virtue.
 */
import { withDatabase } from '../lib/cluster.mjs';
import { fillBulkPayments, newestPaymentIds } from '../lib/fill.mjs';
import { startLoad } from '../lib/load.mjs';
import { median } from '../lib/rounds.mjs';
import { certify, consoleToken, enterSandbox } from '../lib/service.mjs';
import { columns } from '../lib/table.mjs';

/** As many entries as one answer may hold. */
const bulkList = `{ payments(first: 100, filter: { products: [BULK_NDCT] }) { edges { node { paymentId transactionStatus
  ... on BulkPayment { entries(first: 50) { index endToEndIdentification transactionStatus reason instructedAmount { amount currency } } } } } } }`;

/** What the other TPP does, and over how many connections. */
const activities = {
  'list of 100 bulk payments': { kind: 'graphql', atOnce: 1, count: 1 },
  'bodies of 250 KB full of faults': {
    kind: 'signedFaults',
    atOnce: 1,
    count: 150,
    options: { bytes: 250_000 },
  },
  'sixteen creations at once': { kind: 'signedCreation', atOnce: 16, count: 2_000 },
  'bulk payments of 1,000 entries': {
    kind: 'signedBulk',
    atOnce: 1,
    count: 150,
    options: { entries: 1_000 },
  },
};

const percentile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];

async function read(load, port, milliseconds) {
  const given = { name: 'reads', port, atOnce: 1, milliseconds, expect: { status: 200 }, times: true };
  const { times } = await load.send(given);
  times.sort((left, right) => left - right);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), most: times.at(-1) };
}

async function busy(stage, other, port, name, activity, milliseconds) {
  const given = { name, port, atOnce: activity.atOnce };
  await other.prepare({ name, kind: activity.kind, count: activity.count, options: activity.options });
  const alone = await read(stage.load, port, milliseconds);
  const work = other.send(given);
  const beside = await read(stage.load, port, milliseconds);
  await other.halt();
  const { sent, milliseconds: taken, bytes } = await work;
  return { alone, beside, perSecond: (1_000 * sent) / taken, megabytes: bytes / sent / 2 ** 20 };
}

export const neighbours = {
  title: 'status reads of one TPP while another one works, as a multiple of alone',
  async run(stage, { rounds, scale }) {
    const name = 'neighbour';
    const tppId = await certify(stage.serviceFolder, stage.dataDir, name);
    const service = await stage.startService();
    const other = startLoad();
    try {
      const { databaseUrl } = service;
      const neighbour = await enterSandbox({ ...stage, service, databaseUrl, name, tppId });
      await withDatabase(databaseUrl, (sql) => fillBulkPayments(sql, { tppId, count: 100, entries: 1_000 }));
      const paymentIds = await withDatabase(databaseUrl, (sql) =>
        newestPaymentIds(sql, { ...stage.tpp, count: 1_000 }),
      );
      const options = { identity: stage.tpp.identity, paymentIds, below: '/status' };
      const headers = { authorization: `Bearer ${await consoleToken(service, neighbour.identity)}` };
      const samples = new Map(Object.keys(activities).map((activity) => [activity, []]));
      for (let round = 0; round < rounds; round += 1) {
        await stage.load.prepare({ name: 'reads', kind: 'signedRead', count: 4_000, options });
        if (round === 0) await read(stage.load, service.port, 2_000);
        for (const [title, activity] of Object.entries(activities)) {
          const more = activity.kind === 'graphql' ? { query: bulkList, headers } : neighbour;
          const whole = { ...activity, options: { ...more, ...activity.options } };
          samples.get(title).push(await busy(stage, other, service.port, title, whole, 4_000 * scale));
        }
      }
      return [...samples].map(([title, all]) => row(title, all));
    } finally {
      other.stop();
      await stage.load.close();
      await service.stop();
    }
  },
  print(rows) {
    const head = [
      '',
      'p50',
      'p99',
      'alone p50 ms',
      'alone p99 ms',
      'beside p99 ms',
      "other's/s",
      "other's MB",
    ];
    const body = rows.map((one) => [
      one.name,
      `${one.p50.toFixed(1)} ×`,
      `${one.p99.toFixed(1)} ×`,
      one.alone.p50.toFixed(1),
      one.alone.p99.toFixed(1),
      one.beside.p99.toFixed(1),
      one.perSecond.toFixed(1),
      one.megabytes.toFixed(2),
    ]);
    return columns([head, ...body]);
  },
};

function row(name, samples) {
  const middle = (of) => median(samples.map(of));
  const times = (which) => ({ p50: middle((one) => one[which].p50), p99: middle((one) => one[which].p99) });
  return {
    name,
    p50: middle(({ alone, beside }) => beside.p50 / alone.p50),
    p99: middle(({ alone, beside }) => beside.p99 / alone.p99),
    alone: times('alone'),
    beside: times('beside'),
    perSecond: middle((one) => one.perSecond),
    megabytes: middle((one) => one.megabytes),
  };
}
