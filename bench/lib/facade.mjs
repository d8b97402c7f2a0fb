/** A facade under measurement: the bank behind it, which has a PostgreSQL of its own, and payments that both know. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster, withDatabase } from './cluster.mjs';
import { fillPayments } from './fill.mjs';
import { certify, enterSandbox, meet, startService } from './service.mjs';

/** Of ten payments that are filled in, eight are under way. */
const paymentsOfBoth = 12_500;

export async function openBankBehind(stage) {
  const { serviceFolder: folder } = stage;
  const cluster = await startCluster(folder);
  const dataDir = join(cluster.folder, 'service');
  const databaseUrl = await cluster.create('bank');
  const first = await startService({ folder, databaseUrl, dataDir });
  const tppId = await certify(folder, dataDir, 'facade');
  await enterSandbox({ service: first, databaseUrl, dataDir, name: 'facade', tppId });
  await first.stop();
  const polledUrl = await fillBoth(stage, databaseUrl, tppId);
  const bank = await startService({ folder, databaseUrl, dataDir });
  const settings = {
    BANK: 'upstream',
    UPSTREAM_URL: `http://127.0.0.1:${bank.port}`,
    UPSTREAM_KEY: join(dataDir, 'tpp/facade.key'),
    UPSTREAM_CERTIFICATE: join(dataDir, 'tpp/facade.pem'),
  };
  return {
    /** What the facade signs its calls with. */
    key: readFileSync(settings.UPSTREAM_KEY, 'utf8'),
    /** The service in front of the bank, on a fresh copy of these tables. */
    async startFacade(name, template) {
      // What became due while other parts ran would be asked for at once, and not every 15 minutes.
      if (template === 'polled') await withDatabase(polledUrl, askAnew);
      return stage.startService(name, { settings, template });
    },
    logIn: (facade) => logIn(stage, facade, databaseUrl),
    async stop() {
      await bank.stop();
      await cluster.stop();
    },
  };
}

/** The database `polled`, whose payments are those of the facade at the bank, one by one. */
async function fillBoth({ cluster, tpp }, bankUrl, facadeId) {
  const front = await cluster.create('polled', 'empty');
  const idsOf = (url, tppId) =>
    withDatabase(url, async (sql) => {
      await fillPayments(sql, { tppId, psu: tpp.psu, count: paymentsOfBoth });
      const rows = await sql`select payment_id from payments order by created_at`;
      return rows.map((row) => row.payment_id);
    });
  const there = await idsOf(bankUrl, facadeId);
  const here = await idsOf(front, tpp.tppId);
  await withDatabase(front, async (sql) => {
    await sql`
      insert into remote_resources (tpp_id, kind, id, reference, heard_at, asked_at, ask_at, unchanged)
      select tpp_id, 'PAYMENT', payment_id, there, now(), now(),
        case status when 'RCVD' then now() end, 12
      from unnest(${here}::text[], ${there}::text[]) as both_of(here, there) join payments on payment_id = here`;
    await askAnew(sql);
  });
  return front;
}

/** Payments under way are asked for in the next 15 minutes, spread evenly. */
async function askAnew(sql) {
  await sql`
    update remote_resources set ask_at = now() + random() * interval '15 minutes' where ask_at is not null`;
  await sql`vacuum analyze`;
}

/** The PSU logs in at the bank: the row stands for what they do on its pages, under the ids that the facade derives. */
async function logIn({ tpp }, facade, bankUrl) {
  await meet(facade, tpp.identity, tpp.psu);
  await withDatabase(
    bankUrl,
    (sql) => sql`
      insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
      select c.tpp_id, psu_id, session_id, c.customer_id, c.customer_number, c.customer_type, now()
      from authorisations a join sandbox_customers c on c.tpp_id = a.tpp_id
      where kind = 'LOGIN' and c.customer_number = '13039319955' on conflict do nothing`,
  );
}

/** How many statuses the facade has asked the bank for, by its own figures. */
export async function questionsOf({ port }) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const count = /^psd2_upstream_calls_total\{operation="getPaymentStatus",outcome="ANSWERED"\} (\d+)$/m;
  return Number(count.exec(await response.text())?.[1]);
}
