/**
 * What the log of requests adds to the CPU of a creation, in this process and in PostgreSQL: two banks on one server, one
 * with the log and one without, by turns. Run it with `npm run bench:log`; it needs /proc, so Linux. Turns of 6,000 are
 * load, of which most requests have been pushed out before they would be written; of turns under 1,000 each one is written.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createApp } from '../src/app.ts';
import { domestic } from '../src/domain/payments/products/domestic.ts';
import { RawHeaders } from '../src/port/arrival.ts';
import { singleScaHeaders } from '../src/tpp/payments.ts';
import { signRequest } from '../src/tpp/sign.ts';
import type { Arrival } from '../src/web/message.ts';
import { benchDatabase } from './database.ts';
import { authority, identity } from './tpp.ts';

const [rounds = 6, creations = 6_000, atOnce = 16] = process.argv.slice(2).map(Number);
const target = '/v1/payments/norwegian-domestic-credit-transfers';
const url = `http://localhost:4000${target}`;
const ticksPerSecond = 100;
const logQuery = JSON.stringify({ query: '{ requestLog(first: 1) { totalCount } }' });

function newArrival(): Arrival {
  const body = JSON.stringify({ ...domestic.example, remittanceInformationUnstructured: randomUUID() });
  const psu = singleScaHeaders({ psuId: randomUUID(), returnTo: 'https://tpp.example/return' });
  const signed = signRequest({ method: 'POST', url, headers: psu, body }, identity);
  return arrivalOf(target, signed, body);
}

function arrivalOf(target: string, signed: Headers, body: string): Arrival {
  const headers = new RawHeaders([...signed].flat());
  const { signal } = new AbortController();
  const bytes = Buffer.from(body);
  return { method: 'POST', target, headers, address: null, signal, hasBody: true, read: async () => bytes };
}

/** CPU of the connections to a database, in milliseconds. */
function postgresMs(name: string): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(` ${name} `)) continue;
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended.
    }
  }
  return (ticks * 1_000) / ticksPerSecond;
}

const shared = {
  trustAnchors: [authority.certificatePem],
  publicUrl: 'http://localhost:4000',
  sandbox: true,
  signatureMaxAgeSeconds: 300,
};

const base = await benchDatabase(10);
const other = await benchDatabase(10);
const nameOf = ({ database }: typeof base) => new URL(database.options.url).pathname.slice(1);
const banks = {
  with: {
    app: createApp({ ...shared, database: base.database }),
    name: nameOf(base),
  },
  without: {
    app: createApp({ ...shared, database: other.database, requestLog: false }),
    name: nameOf(other),
  },
};

async function round({ app, name }: (typeof banks)['with']): Promise<{ node: number; postgres: number }> {
  const arrivals = Array.from({ length: creations }, newArrival);
  globalThis.gc?.();
  const [cpu, postgres] = [process.cpuUsage(), postgresMs(name)];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = arrivals.pop(); next; next = arrivals.pop()) {
        const { status } = await app.handle(next);
        if (status !== 201) throw new Error(`a creation was answered with ${status}`);
      }
    }),
  );
  await readLog(app);
  const { user, system } = process.cpuUsage(cpu);
  return { node: (user + system) / creations, postgres: ((postgresMs(name) - postgres) * 1_000) / creations };
}

/** Whoever reads the log waits until all that was gathered has been written, so it is paid for in its own round. */
async function readLog(app: (typeof banks)['with']['app']): Promise<void> {
  const headers = signRequest(
    { method: 'POST', url: 'http://localhost:4000/graphql', headers: {}, body: logQuery },
    identity,
  );
  const { status } = await app.handle(arrivalOf('/graphql', headers, logQuery));
  if (status !== 200) throw new Error(`the log was answered with ${status}`);
}

const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;

type Cost = Awaited<ReturnType<typeof round>>;
const pairs: { readonly with: Cost; readonly without: Cost }[] = [];
for (let warm = 0; warm < 1; warm += 1) for (const bank of Object.values(banks)) await round(bank);
for (let turn = 0; turn < rounds; turn += 1) {
  // By turns, each first as often as the other, so that whatever else the machine does weighs on both.
  if (turn % 2 === 0) pairs.push({ with: await round(banks.with), without: await round(banks.without) });
  else {
    const without = await round(banks.without);
    pairs.push({ without, with: await round(banks.with) });
  }
}
const parts: Readonly<Record<string, (cost: Cost) => number>> = {
  server: ({ node }) => node,
  PostgreSQL: ({ postgres }) => postgres,
  together: ({ node, postgres }) => node + postgres,
};
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const rows = Object.entries(parts).map(([name, of]) => {
  const [on, off] = [pairs.map((pair) => of(pair.with)), pairs.map((pair) => of(pair.without))];
  const shares = pairs.map((pair) => of(pair.with) / of(pair.without));
  const [offMicros, onMicros] = [off, on].map((values) => quantile(values, 0.5).toFixed(0));
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => percent(quantile(shares, part)));
  const quiet = percent(quantile(on, 0.1) / quantile(off, 0.1));
  const row = {
    'off µs': offMicros,
    'on µs': onMicros,
    'on ÷ off': middle,
    quartiles: `${low} … ${high}`,
    'quiet turns': quiet,
  };
  return [name, row] as const;
});
console.log(`A creation with the log as a share of one without, ${rounds} turns of ${creations} each:\n`);
console.table(Object.fromEntries(rows));
for (const { app } of Object.values(banks)) await app.drain();
await base.close();
await other.close();
