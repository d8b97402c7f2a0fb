/**
 * The facade beside the sandbox by itself: a creation, a status that is known, and payments under way that are polled. The bank
 * behind has a PostgreSQL of its own, so that what it costs is not counted.
 */
import { createPrivateKey, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '../lib/cluster.mjs';
import { openBankBehind, questionsOf } from '../lib/facade.mjs';
import { newestPaymentIds } from '../lib/fill.mjs';
import { cpuSeconds } from '../lib/processes.mjs';
import { measureRounds, sharesOf } from '../lib/rounds.mjs';
import { columns, detailTable, sharesTable } from '../lib/table.mjs';

const underWay = 10_000;

export const parts = {
  creation,
  final: (stage, settings, bank) => status(stage, settings, bank, { status: 'ACSC', count: 1_000 }),
  /** So few that their questions to the bank, one in three seconds each, do not weigh. */
  heard: (stage, settings, bank) => status(stage, settings, bank, { free: true, count: 8 }),
  polling,
};

const titles = {
  creation: 'a creation',
  final: 'a status that is final',
  heard: 'a status that was heard of less than 3 s ago',
  polling: `${underWay} payments under way`,
};

export const facade = {
  title: 'the facade, beside the sandbox by itself',
  async run(stage, settings) {
    const bank = await openBankBehind(stage);
    const results = {};
    try {
      for (const [name, run] of Object.entries(parts)) results[name] = await run(stage, settings, bank);
      return results;
    } finally {
      await bank.stop();
    }
  },
  print: (results) =>
    Object.entries(results)
      .map(([name, rows]) => {
        const table =
          name === 'polling' ? pollingTable(rows) : `${sharesTable(rows)}\n\n${detailTable(rows)}`;
        return `${titles[name]}\n${table}`;
      })
      .join('\n\n'),
};

async function sideBySide(stage, settings, servers, asked, also = () => []) {
  try {
    const contenders = Object.entries(servers).map(([name, server]) => ({ name, server, ...asked }));
    const measured = await measureRounds({ ...stage, ...settings, contenders });
    return sharesOf([...measured, ...also(settings)], 'direct');
  } finally {
    await stage.load.close();
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

async function creation(stage, settings, bank) {
  const direct = await stage.startService('direct');
  const front = await bank.startFacade('facade');
  await bank.logIn(front);
  return sideBySide(
    stage,
    settings,
    { direct, facade: front },
    {
      kind: 'signedCreation',
      count: 4_000,
      options: stage.tpp,
      expect: { status: 201, has: '"paymentId"' },
    },
    ({ rounds }) => [{ name: 'its signature', samples: Array.from({ length: rounds }, signing(bank.key)) }],
  );
}

/** What the facade cannot do without: RSA over the signing string of a call, with nothing else around it. */
function signing(privateKeyPem) {
  const key = createPrivateKey(privateKeyPem);
  const signingString = Buffer.alloc(350, 'a');
  const count = 2_000;
  return () => {
    const before = process.cpuUsage();
    for (let number = 0; number < count; number += 1) sign('RSA-SHA256', signingString, key);
    const { user, system } = process.cpuUsage(before);
    const server = (user + system) / count;
    return { server, database: 0, both: server, perSecond: 1e6 / server, answerBytes: 256, requests: count };
  };
}

async function status(stage, settings, bank, which) {
  const direct = await stage.startService('direct', { template: 'polled' });
  const front = await bank.startFacade('facade', 'polled');
  const paymentIds = await withDatabase(front.databaseUrl, (sql) =>
    newestPaymentIds(sql, { ...stage.tpp, ...which }),
  );
  return sideBySide(
    stage,
    settings,
    { direct, facade: front },
    {
      kind: 'signedRead',
      count: 8_000,
      options: { identity: stage.tpp.identity, below: '/status', paymentIds },
      expect: { status: 200, has: '"transactionStatus"' },
    },
  );
}

/** What the process and its PostgreSQL take while nobody asks for anything, without and with payments to poll. */
async function polling(stage, { scale }, bank) {
  const rows = [];
  for (const [name, template] of [
    ['none', 'template'],
    [`${underWay}, each every 15 minutes`, 'polled'],
  ]) {
    const front = await bank.startFacade('facade', template);
    await sleep(5_000);
    const begun = performance.now();
    const before = { server: cpuSeconds(front.pid), database: stage.cluster.cpuSeconds() };
    const asked = await questionsOf(front);
    await sleep(60_000 * Math.max(scale, 0.5));
    const seconds = (performance.now() - begun) / 1_000;
    rows.push({
      name,
      perSecond: ((await questionsOf(front)) - asked) / seconds,
      server: (cpuSeconds(front.pid) - before.server) / seconds,
      database: (stage.cluster.cpuSeconds() - before.database) / seconds,
    });
    await front.stop();
  }
  return rows;
}

const pollingTable = (rows) =>
  columns([
    ['', 'questions/s', 'of a processor', 'server', 'PostgreSQL'],
    ...rows.map(({ name, perSecond, server, database }) => [
      name,
      perSecond.toFixed(1),
      ...[server + database, server, database].map((share) => `${(100 * share).toFixed(2)} %`),
    ]),
  ]);
