/**
 * What the log of requests adds to a creation. One service has turns with its log and turns without, short ones, so that
 * whatever else the machine does weighs on both, and two processes that V8 has compiled differently are not compared. What
 * the log writes, it writes in its own turns (switched-log.mjs), as often as under load that lasts: since the clock goes on
 * in the other turns as well, twice as often for its requests as it would be.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../lib/processes.mjs';
import { built } from '../lib/service.mjs';
import { columns } from '../lib/table.mjs';

const switched = ['--import', new URL('../lib/switched-log.mjs', import.meta.url).href];
const pairs = 100;
const perTurn = 1_000;
const patienceMs = 300_000;
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const parts = { server: ['server'], PostgreSQL: ['database'], both: ['server', 'database'] };

export const log = {
  title: 'a signed creation with the log of requests, as a share of one without',
  async run(stage, { scale, atOnce, warmUp }) {
    const turns = Math.ceil(pairs * scale);
    const service = await stage.startService('logged', { args: [...switched, ...built] });
    const spent = { on: [], off: [] };
    let state = 'on';
    const turnTo = async (wanted) => {
      if (state === wanted) return;
      process.kill(service.pid, 'SIGUSR2');
      state = wanted;
      // So that the signal has arrived, and nothing is under way for the turn before.
      await sleep(50);
    };
    const now = () => ({
      server: cpuSeconds(service.pid),
      // Of connections that have ended as well.
      database: stage.cluster.cpuSeconds(),
    });
    try {
      await stage.load.prepare({
        name: 'log',
        kind: 'signedCreation',
        count: warmUp + 2 * turns * perTurn,
        options: stage.tpp,
      });
      const send = (from, count) =>
        stage.load.send({
          name: 'log',
          port: service.port,
          atOnce,
          from,
          count,
          expect: { status: 201, has: '"paymentId"' },
          milliseconds: patienceMs,
        });
      await send(0, warmUp / 2);
      await turnTo('off');
      await send(warmUp / 2, warmUp / 2);
      for (let turn = 0; turn < 2 * turns; turn += 1) {
        // on, off, off, on: neither is always the later one.
        await turnTo(turn % 4 === 0 || turn % 4 === 3 ? 'on' : 'off');
        const from = now();
        await send(warmUp + turn * perTurn, perTurn);
        const until = now();
        spent[state].push({ server: until.server - from.server, database: until.database - from.database });
      }
    } finally {
      await stage.load.close();
      if (state === 'off') process.kill(service.pid, 'SIGUSR2');
      await service.stop();
    }
    return Object.entries(parts).map(([name, of]) => {
      const [on, off] = [spent.on, spent.off].map((turns) =>
        turns.map((turn) => of.reduce((sum, part) => sum + turn[part], 0)),
      );
      return { name, ...shareOf(on, off), perRequest: (1e6 * sum(off)) / (off.length * perTurn) };
    });
  },
  print: (rows) =>
    columns([
      ['', 'share', 'standard error', 'µs without'],
      ...rows.map(({ name, share, error, perRequest }) => [
        name,
        percent(share),
        percent(error),
        perRequest.toFixed(0),
      ]),
    ]),
};

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Of all turns together, with its standard error: how much it moves when one turn after the other is left out. */
function shareOf(on, off) {
  const [allOn, allOff] = [sum(on), sum(off)];
  const without = on.map((value, turn) => (allOn - value) / (allOff - off[turn]));
  const mean = sum(without) / without.length;
  const squares = sum(without.map((share) => (share - mean) ** 2));
  return { share: allOn / allOff, error: Math.sqrt(((without.length - 1) / without.length) * squares) };
}
