/** Signed REST against the least that is honest: creation, and status. */
import { withDatabase } from '../lib/cluster.mjs';
import { newestPaymentIds } from '../lib/fill.mjs';
import { measureRounds, sharesOf } from '../lib/rounds.mjs';

async function versusLimit(stage, settings, asked) {
  const service = await stage.startService();
  const limit = await stage.startContender('limit');
  try {
    const contenders = [
      { name: 'service', server: service, count: settings.ownRequests, ...asked },
      {
        name: 'limit',
        server: limit,
        count: settings.limitRequests,
        cycle: true,
        ...asked,
      },
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
    versusLimit(
      stage,
      { ...settings, ownRequests: 1_500, limitRequests: 8_000 },
      {
        kind: 'signedCreation',
        options: stage.tpp,
        expect: { status: 201, has: '"paymentId"' },
      },
    ),
};

export const status = {
  title: 'signed status, REST',
  run: async (stage, settings) =>
    versusLimit(
      stage,
      { ...settings, ownRequests: 4_000, limitRequests: 16_000 },
      {
        kind: 'signedRead',
        options: {
          identity: stage.tpp.identity,
          below: '/status',
          paymentIds: await withDatabase(stage.template, (sql) =>
            newestPaymentIds(sql, { ...stage.tpp, count: 1_000 }),
          ),
        },
        expect: { status: 200, has: '"transactionStatus"' },
      },
    ),
};
