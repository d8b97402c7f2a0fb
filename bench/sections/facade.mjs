/**
 * Compares the facade with the sandbox: a creation, a known status, and polled payments. The bank has its own
 * PostgreSQL, whose cost does not count.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster, withDatabase } from '../lib/cluster.mjs';
import { newestPaymentIds } from '../lib/fill.mjs';
import { cpuSeconds } from '../lib/processes.mjs';
import { requestsOf } from '../lib/requests.mjs';
import { columns, measureRounds, sharesOf, sharesTable } from '../lib/rounds.mjs';
import { enterSandbox, meet, startService } from '../lib/service.mjs';

const polledAtMost = 10_000;

/** The facade is the demo TPP of the bank. */
async function openBankBehind(folder) {
  const cluster = await startCluster(folder);
  const dataDir = join(cluster.folder, 'service');
  const databaseUrl = await cluster.create('bank');
  const service = await startService({ folder, databaseUrl, dataDir });
  await enterSandbox({ service, folder, databaseUrl, dataDir });
  return {
    databaseUrl,
    settings: {
      BANK: 'upstream',
      UPSTREAM_URL: `http://127.0.0.1:${service.port}`,
      UPSTREAM_KEY: join(dataDir, 'tpp/demo.key'),
      UPSTREAM_CERTIFICATE: join(dataDir, 'tpp/demo.pem'),
    },
    async stop() {
      await service.stop();
      await cluster.stop();
    },
  };
}

/** Inserts the PSU's log-in at the bank, under the ids that the facade derives. */
async function logIn({ tpp }, facade, bankUrl) {
  await meet(facade, tpp);
  await withDatabase(
    bankUrl,
    (sql) => sql`
      insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
      select c.tpp_id, psu_id, session_id, c.customer_id, c.customer_number, c.customer_type, now()
      from authorisations a join sandbox_customers c on c.tpp_id = a.tpp_id
      where kind = 'LOGIN' and c.customer_number = '13039319955' on conflict do nothing`,
  );
}

async function compare(stage, settings, servers, asked) {
  const contenders = [];
  for (const [name, server] of Object.entries(servers))
    contenders.push({ name, server, ...(await asked(server)) });
  return sharesOf(await measureRounds(contenders, { ...stage, ...settings }), 'direct');
}

const creation = (stage, settings, servers) =>
  compare(stage, settings, servers, () => {
    const expect = { status: 201, has: '"paymentId"' };
    return { request: requestsOf(stage.tpp).creation(), count: 4_000, expect };
  });

const status = (which) => (stage, settings, servers) =>
  compare(stage, settings, servers, async ({ databaseUrl }) => {
    const ids = await withDatabase(databaseUrl, (sql) => newestPaymentIds(sql, which));
    const expect = { status: 200, has: '"transactionStatus"' };
    return { request: requestsOf(stage.tpp).read(ids, '/status'), count: 8_000, expect };
  });

/** How many of the facade's payments are polled in the next 15 minutes, spread evenly. */
const spreadQuestions = (sql, count) => sql`
  update remote_resources r set unchanged = 12, ask_at = case when place <= ${count} then now() + random() * interval '15 minutes' end
  from (select kind, id, row_number() over () as place from remote_resources) p where p.kind = r.kind and p.id = r.id`;

/** Polls counted by the facade's own metrics. */
async function questionsOf({ port }) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const count = /^psd2_upstream_calls_total\{operation="getPaymentStatus",outcome="ANSWERED"\} (\d+)$/m;
  return Number(count.exec(await response.text())?.[1] ?? 0);
}

const percent = (share) => `${(100 * share).toFixed(2)} %`;

/** Idle CPU of process and PostgreSQL, without and with payments to poll. */
async function polling({ cluster }, { scale }, { direct, facade }) {
  await direct.stop();
  const rows = [['payments', 'questions/s', 'server', 'PostgreSQL']];
  const seconds = 60 * Math.max(scale, 0.5);
  const figures = async () => [await questionsOf(facade), cpuSeconds(facade.pid), cluster.cpuSeconds()];
  for (const count of [0, polledAtMost]) {
    await withDatabase(facade.databaseUrl, (sql) => spreadQuestions(sql, count));
    const before = await figures();
    await sleep(1_000 * seconds);
    const [asked, own, database] = (await figures()).map((figure, at) => (figure - before[at]) / seconds);
    rows.push([count, asked.toFixed(1), percent(own), percent(database)]);
  }
  return rows;
}

const parts = {
  'a creation': creation,
  'a status that is final': status({ status: 'ACSC', count: 1_000 }),
  // Few enough that their polls, one in three seconds each, do not matter.
  'a status that was heard of less than 3 s ago': status({ free: true, count: 8 }),
  'payments under way that are polled, of a processor': polling,
};

export const facade = {
  title: 'the facade, beside the sandbox by itself',
  async run(stage, settings) {
    const bank = await openBankBehind(stage.serviceFolder);
    const servers = {
      direct: await stage.startService('direct'),
      facade: await stage.startService('facade', { settings: bank.settings }),
    };
    const results = {};
    try {
      await logIn(stage, servers.facade, bank.databaseUrl);
      for (const [name, run] of Object.entries(parts)) results[name] = await run(stage, settings, servers);
      return results;
    } finally {
      await Promise.all([...Object.values(servers), bank].map((one) => one.stop()));
    }
  },
  print: (results) =>
    Object.entries(results)
      .map(([name, rows]) => `${name}\n${Array.isArray(rows[0]) ? columns(rows) : sharesTable(rows)}`)
      .join('\n\n'),
};
