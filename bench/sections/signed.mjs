/** Signed REST against the least that is honest: creation, and status. */
import { withDatabase } from '../lib/cluster.mjs';
import { newestPaymentIds } from '../lib/fill.mjs';
import { measureRounds, sharesOf } from '../lib/rounds.mjs';

async function versusLimit(stage, settings, asked) {
  const service = await stage.startService();
  const limit = await stage.startContender('limit');
  try {
    const contenders = [
      { name: 'service', server: service, ...asked },
      { name: 'limit', server: limit, cycle: true, ...asked },
    ];
    return sharesOf(await measureRounds({ ...stage, ...settings, contenders }));
  } finally {
    await stage.load.close();
    await Promise.all([service.stop(), limit.stop()]);
  }
}

export const creation = {
  title: 'signed creation, REST',
  run: (stage, settings) =>
    versusLimit(stage, settings, {
      kind: 'signedCreation',
      count: 4_000,
      options: stage.tpp,
      expect: { status: 201, has: '"paymentId"' },
    }),
};

export const status = {
  title: 'signed status, REST',
  run: async (stage, settings) =>
    versusLimit(stage, settings, {
      kind: 'signedRead',
      count: 8_000,
      options: {
        identity: stage.tpp.identity,
        below: '/status',
        paymentIds: await withDatabase(stage.template, (sql) =>
          newestPaymentIds(sql, { ...stage.tpp, count: 1_000 }),
        ),
      },
      expect: { status: 200, has: '"transactionStatus"' },
    }),
};
