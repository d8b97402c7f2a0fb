/**
 * What each operation costs among 1,000,000 payments of a TPP (or BENCH_PAYMENTS), as a share of what it costs among 10,000. After
 * the section `upgrade` in the same run, among the payments that it has upgraded.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '../lib/cluster.mjs';
import { fillBacklog, fillPayments, newestPaymentIds, paymentsOfSize, queueBacklog } from '../lib/fill.mjs';
import { cpuSeconds } from '../lib/processes.mjs';
import { measureRounds, median, sharesOf } from '../lib/rounds.mjs';
import { consoleToken, enterSandbox, startService } from '../lib/service.mjs';
import { columns, sharesTable } from '../lib/table.mjs';

const few = 10_000;

const listPage = `{ payments(first: 20) { edges { cursor node { paymentId product transactionStatus createdAt
  totalAmount { amount currency } } } pageInfo { hasNextPage endCursor } } }`;

/** Requests of one round for each operation; those that use up payments have a share of the free ones to themselves. */
const operations = {
  creation: { kind: 'signedCreation', expect: { status: 201 }, count: 300 },
  status: { kind: 'signedRead', below: '/status', expect: { status: 200 }, count: 600 },
  details: { kind: 'signedRead', expect: { status: 200 }, count: 600 },
  'list page': { kind: 'graphql', expect: { status: 200, lacks: '"errors"' }, count: 300 },
  cancellation: { kind: 'signedCancellation', expect: { status: 204 }, count: 150, slice: [0, 1_000] },
  basket: { kind: 'signedBasket', expect: { status: 201 }, count: 150, slice: [1_000, 3_500] },
  authorisation: { kind: 'signedAuthorisation', expect: { status: 201 }, count: 150, slice: [3_500, 4_500] },
};

/** A service on a database with the TPP's payments. */
async function open(stage, name, databaseUrl) {
  const { serviceFolder: folder, dataDir } = stage;
  const server = await startService({ folder, databaseUrl, dataDir });
  const tpp = await enterSandbox({ service: server, databaseUrl, dataDir, tppId: stage.tpp.tppId });
  const token = await consoleToken(server, tpp.identity);
  const ids = (more) => withDatabase(databaseUrl, (sql) => newestPaymentIds(sql, { ...tpp, ...more }));
  const paymentIds = await ids({ count: 1_000 });
  return { name, databaseUrl, server, tpp, token, paymentIds, free: await ids({ count: 4_500, free: true }) };
}

async function filled(stage, name, count) {
  const databaseUrl = await stage.cluster.create(name, 'empty');
  await withDatabase(databaseUrl, (sql) => fillPayments(sql, { ...stage.tpp, count }));
  return databaseUrl;
}

function asked({ name, server, tpp, token, paymentIds, free }, { slice, below, count, ...operation }) {
  const graphql = { query: listPage, headers: { authorization: `Bearer ${token}` } };
  const rest = { ...tpp, below, paymentIds: slice ? free.slice(...slice) : paymentIds };
  return { name, server, count, ...operation, options: operation.kind === 'graphql' ? graphql : rest };
}

/** Payments that one look of the bank's finds due, and settles. */
const settledAtOnce = 5_000;

/** CPU of a batch run, in microseconds a payment. */
async function settle(stage, { databaseUrl, server, tpp: { tppId } }) {
  return withDatabase(databaseUrl, async (sql) => {
    const waiting = async () =>
      (await sql`select count(*)::int as count from bank_queue where due_at < now()`)[0].count;
    const name = `backlog ${performance.now()}`;
    const paymentIds = await fillBacklog(sql, { tppId, count: settledAtOnce, name });
    const before = { server: cpuSeconds(server.pid), database: stage.cluster.cpuSeconds() };
    await queueBacklog(sql, { tppId, paymentIds });
    while ((await waiting()) > 0) await sleep(50);
    const each = (what, now) => (1e6 * (now - before[what])) / settledAtOnce;
    const of = {
      server: each('server', cpuSeconds(server.pid)),
      database: each('database', stage.cluster.cpuSeconds()),
    };
    return { ...of, both: of.server + of.database };
  });
}

async function settlement(stage, { rounds }, contenders) {
  const samples = contenders.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, contender] of contenders.entries()) {
      const sample = await settle(stage, contender);
      // The first is for code that is not yet compiled.
      if (round > 0) samples[at].push(sample);
    }
  const shares = (what) => samples[1].map((sample, round) => sample[what] / samples[0][round][what]);
  const middle = (what) => median(samples[1].map((sample) => sample[what]));
  return {
    name: 'settlement',
    microseconds: { server: middle('server'), database: middle('database') },
    share: median(shares('both')),
    least: Math.min(...shares('both')),
    most: Math.max(...shares('both')),
    shareOfServer: median(shares('server')),
    shareOfDatabase: median(shares('database')),
  };
}

export const size = {
  title: `CPU of an operation among ${paymentsOfSize()} payments as a share of that among ${few}`,
  async run(stage, settings) {
    const contenders = [
      await open(stage, 'few', await filled(stage, 'few', few)),
      await open(stage, 'many', stage.upgraded ?? (await filled(stage, 'many', paymentsOfSize()))),
    ];
    try {
      const rows = [];
      for (const [name, operation] of Object.entries(operations)) {
        const measured = await measureRounds({
          ...stage,
          ...settings,
          warmUp: operation.count / 2,
          contenders: contenders.map((one) => asked(one, operation)),
        });
        const [, many] = sharesOf(measured, 'few');
        rows.push({ ...many, name, peakMegabytes: undefined });
        await stage.load.close();
      }
      return [...rows, await settlement(stage, settings, contenders)];
    } finally {
      await Promise.all(contenders.map(({ server }) => server.stop()));
      await stage.cluster.drop('many');
    }
  },
  print: (rows) =>
    `${sharesTable(rows)}\n\n${columns([
      ['', 'server µs', 'PostgreSQL µs'],
      ...rows.map(({ name, microseconds: { server, database } }) => [
        name,
        server.toFixed(0),
        database.toFixed(0),
      ]),
    ])}`,
};
