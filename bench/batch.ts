/**
 * How fast a run of the batch works off a backlog: 100,000 approved payments of one TPP between accounts of its sandbox.
 * `npx tsx bench/batch.ts [payments]`, on a server of its own or that of BENCH_DATABASE_URL.
 */
import { fillBacklog } from './backlog.ts';
import { benchDatabase } from './database.ts';
import { engineOn } from './engine.ts';

const payments = Number(process.argv[2] ?? 100_000);
const { database, sql, close } = await benchDatabase();

const now = Date.parse('2030-01-07T10:00:00Z');
const failures: unknown[] = [];
const { runner } = engineOn(
  database,
  () => now,
  (error) => failures.push(error),
);
await fillBacklog(sql, { payments, dueAt: new Date(now) });
await sql.unsafe('analyze');

let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 100);
const begun = performance.now();
for (let steps = await runner.tick(); steps > 1; ) steps = await runner.tick();
const seconds = (performance.now() - begun) / 1_000;
clearInterval(watch);
if (failures.length > 0) throw failures[0];

const [done] = await sql`select count(*)::int as count from payments where status = 'ACSC'`;
const wrong = await sql`
  select a.resource_id from sandbox_accounts a left join ledger_entries e on e.account_id = a.resource_id
  group by a.resource_id, a.balance_minor having a.balance_minor <> coalesce(sum(e.amount_minor), 0)`;
console.log(
  JSON.stringify({
    payments,
    settled: done?.count,
    seconds: Number(seconds.toFixed(1)),
    perSecond: Math.round(payments / seconds),
    peakMegabytes: Math.round(peak / 2 ** 20),
    balanced: wrong.length === 0,
  }),
);
await close();
