/**
 * Cost of each operation among 1,000,000 payments (BENCH_PAYMENTS), relative to 10,000. After the section `upgrade`,
 * uses the upgraded payments.
 */
import { withDatabase } from '../lib/cluster.mjs';
import { fillPayments, newestPaymentIds, paymentsOfSize } from '../lib/fill.mjs';
import { graphqlRequests, requestsOf } from '../lib/requests.mjs';
import { measureRounds, sharesOf } from '../lib/rounds.mjs';
import { consoleToken, enterSandbox, startService } from '../lib/service.mjs';

const few = 10_000;

const query = `{ payments(first: 20) { edges { cursor node { paymentId product transactionStatus createdAt
  totalAmount { amount currency } } } pageInfo { hasNextPage endCursor } } }`;

/** Requests per round; operations that use up payments share the free ones. */
const operations = {
  creation: { status: 201, count: 300, request: ({ ask }) => ask.creation() },
  status: { status: 200, count: 600, request: ({ ask, ids }) => ask.read(ids, '/status') },
  details: { status: 200, count: 600, request: ({ ask, ids }) => ask.read(ids) },
  'list page': { status: 200, count: 300, request: ({ headers }) => graphqlRequests({ query, headers }) },
  cancellation: {
    status: 204,
    count: 150,
    request: ({ ask, free }) => ask.cancellation(free.slice(0, 1_000)),
  },
  basket: { status: 201, count: 150, request: ({ ask, free }) => ask.basket(free.slice(1_000, 3_500)) },
  authorisation: {
    status: 201,
    count: 150,
    request: ({ ask, free }) => ask.authorisation(free.slice(3_500)),
  },
};

async function open({ cluster, serviceFolder: folder, dataDir, tpp: { psu }, upgraded }, name, count) {
  const isUpgraded = name === 'many' && upgraded !== undefined;
  const databaseUrl = isUpgraded ? upgraded : await cluster.create(name, 'empty');
  const inDatabase = (act) => withDatabase(databaseUrl, act);
  if (!isUpgraded) await inDatabase((sql) => fillPayments(sql, { psu, count }));
  const server = await startService({ folder, databaseUrl, dataDir });
  const tpp = await enterSandbox({ service: server, folder, databaseUrl, dataDir });
  const headers = { authorization: `Bearer ${await consoleToken(server, tpp)}` };
  const ids = await inDatabase((sql) => newestPaymentIds(sql, { count: 1_000 }));
  const free = await inDatabase((sql) => newestPaymentIds(sql, { count: 4_500, free: true }));
  return { name, server, ask: requestsOf(tpp), headers, ids, free };
}

export const size = {
  title: `CPU of an operation among ${paymentsOfSize()} payments as a share of that among ${few}`,
  async run(stage, settings) {
    const contenders = [await open(stage, 'few', few), await open(stage, 'many', paymentsOfSize())];
    const rows = [];
    try {
      for (const [name, { status, count, request }] of Object.entries(operations)) {
        const expect = { status, lacks: '"errors"' };
        const asked = contenders.map((one) => ({ ...one, expect, count, request: request(one) }));
        const measured = await measureRounds(asked, { ...stage, ...settings, warmUp: count / 2 });
        rows.push({ ...sharesOf(measured, 'few')[1], name });
      }
      return rows;
    } finally {
      await Promise.all(contenders.map(({ server }) => server.stop()));
    }
  },
};
