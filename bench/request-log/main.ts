/**
 * What the log of requests adds to the CPU of a creation, in the server and in PostgreSQL: a bank with the log and one
 * without, each a process with a database of its own, take turns of creations. Turns are short, so that whatever else the
 * machine does weighs on both, and no turn waits for the log: it writes when it would under load that lasts, and whenever
 * that is, the process and the connections that do it are those of its bank. Run it with `npm run bench:log`; it needs
 * /proc, so Linux.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { benchServer } from '../database.ts';
import type { Cost, Turn } from './bank.ts';

const [pairsWanted = 60, creations = 1_000] = process.argv.slice(2).map(Number);
/** V8 compiles for this long. */
const warmUp = 15_000;

const server = await benchServer();

interface Bank {
  turn(creations: number): Promise<Cost>;
  stop(): Promise<Cost>;
}

function bankOf(log: boolean): Bank {
  const child = fork(new URL('bank.ts', import.meta.url), {
    execArgv: process.execArgv,
    env: { ...process.env, BENCH_DATABASE_URL: server.url, REQUEST_LOG: String(log) },
  });
  child.on('exit', (code) => {
    if (code !== 0) process.exit(1);
  });
  async function ask(turn: Turn): Promise<Cost> {
    child.send(turn);
    const [cost] = await once(child, 'message');
    return cost as Cost;
  }
  return { turn: (count) => ask({ creations: count }), stop: () => ask({ creations: 0 }) };
}

const banks = { on: bankOf(true), off: bankOf(false) };
for (const bank of Object.values(banks)) {
  for (let done = 0; done < warmUp; done += creations) await bank.turn(creations);
}

type Pair = Readonly<Record<keyof typeof banks, Cost>>;
const pairs: Pair[] = [];
for (let pair = 0; pair < pairsWanted; pair += 1) {
  // Each is first as often as the other.
  if (pair % 2 === 0)
    pairs.push({ on: await banks.on.turn(creations), off: await banks.off.turn(creations) });
  else {
    const off = await banks.off.turn(creations);
    pairs.push({ off, on: await banks.on.turn(creations) });
  }
}
const rest: Pair = { on: await banks.on.stop(), off: await banks.off.stop() };
await server.close();

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const micros = (milliseconds: number): string =>
  ((1_000 * milliseconds) / (creations * pairs.length)).toFixed(0);

/** Of `on` as a share of `off` in all turns together: its standard error, when one pair after the other is left out. */
function jackknife(of: (cost: Cost) => number): number {
  const [on, off] = [sum(pairs.map((pair) => of(pair.on))), sum(pairs.map((pair) => of(pair.off)))];
  const without = pairs.map((pair) => (on - of(pair.on)) / (off - of(pair.off)));
  const mean = sum(without) / without.length;
  const squares = sum(without.map((share) => (share - mean) ** 2));
  return Math.sqrt(((without.length - 1) / without.length) * squares);
}

const parts: Readonly<Record<string, (cost: Cost) => number>> = {
  server: ({ server }) => server,
  PostgreSQL: ({ database }) => database,
  together: ({ server, database }) => server + database,
};
console.log(
  `A creation with the log as a share of one without, ${pairs.length} turns of ${creations} each:\n`,
);
console.table(
  Object.fromEntries(
    Object.entries(parts).map(([name, of]) => {
      // What is written after the last turn belongs to the turns as well.
      const totals = [...pairs, rest];
      const [on, off] = [sum(totals.map((pair) => of(pair.on))), sum(totals.map((pair) => of(pair.off)))];
      const row = {
        'off µs': micros(off),
        'on µs': micros(on),
        'on ÷ off': percent(on / off),
        'standard error': percent(jackknife(of)),
        'median of pairs': percent(median(pairs.map((pair) => of(pair.on) / of(pair.off)))),
      };
      return [name, row];
    }),
  ),
);
