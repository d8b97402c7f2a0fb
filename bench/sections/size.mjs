/** What each operation costs among 1,000,000 payments of a TPP, as a share of what it costs among 10,000. */
import { withDatabase } from '../lib/cluster.mjs';
import { fillPayments, newestPaymentIds } from '../lib/fill.mjs';
import { measureRounds, sharesOf } from '../lib/rounds.mjs';
import { consoleToken, startService } from '../lib/service.mjs';
import { sharesTable } from '../lib/table.mjs';

const sizes = { few: 10_000, many: 1_000_000 };

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

async function open(stage, name, count) {
  const databaseUrl = await stage.cluster.create(name, 'empty');
  await withDatabase(databaseUrl, (sql) => fillPayments(sql, { ...stage.tpp, count }));
  const { serviceFolder: folder, dataDir } = stage;
  const server = await startService({ folder, databaseUrl, dataDir });
  const token = await consoleToken(server, stage.tpp.identity);
  const ids = (more) => withDatabase(databaseUrl, (sql) => newestPaymentIds(sql, { ...stage.tpp, ...more }));
  return {
    name,
    server,
    token,
    paymentIds: await ids({ count: 1_000 }),
    free: await ids({ count: 4_500, free: true }),
  };
}

function asked({ name, server, token, paymentIds, free }, tpp, { slice, below, count, ...operation }) {
  const graphql = { query: listPage, headers: { authorization: `Bearer ${token}` } };
  const rest = { ...tpp, below, paymentIds: slice ? free.slice(...slice) : paymentIds };
  return { name, server, count, ...operation, options: operation.kind === 'graphql' ? graphql : rest };
}

export const size = {
  title: `CPU of an operation among ${sizes.many} payments as a share of that among ${sizes.few}`,
  async run(stage, settings) {
    const few = await open(stage, 'few', sizes.few);
    const many = await open(stage, 'many', sizes.many);
    try {
      const rows = [];
      for (const [name, operation] of Object.entries(operations)) {
        const contenders = [few, many].map((one) => asked(one, stage.tpp, operation));
        const measured = await measureRounds({
          ...stage,
          ...settings,
          warmUp: operation.count / 2,
          contenders,
        });
        const [, { share, least, most, shareOfServer, shareOfDatabase }] = sharesOf(measured, 'few');
        rows.push({ name, share, least, most, shareOfServer, shareOfDatabase });
        await stage.load.close();
      }
      return rows;
    } finally {
      await Promise.all([few, many].map(({ server }) => server.stop()));
      await stage.cluster.drop('many');
    }
  },
  print: sharesTable,
};
