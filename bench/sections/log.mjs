/**
 * What the log of requests adds to a creation. Two services take turns, one of them without its log, each on a database of
 * its own and asked the same signed requests. Turns are short, so that whatever else the machine does weighs on both. No turn
 * waits for the log: it writes when it would write under load that lasts, and whenever that is, the process and the
 * connections that do it are those of its service.
 */
import { cpuSeconds } from '../lib/processes.mjs';
import { built } from '../lib/service.mjs';
import { columns } from '../lib/table.mjs';

const withoutLog = ['--import', new URL('../lib/without-log.mjs', import.meta.url).href];
const pairs = 40;
const perTurn = 1_000;
const patienceMs = 300_000;
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const parts = { server: ['server'], PostgreSQL: ['database'], both: ['server', 'database'] };

export const log = {
  title: 'a signed creation with the log of requests, as a share of one without',
  async run(stage, { scale, atOnce, warmUp }) {
    const turns = Math.ceil(pairs * scale);
    const services = {
      on: await stage.startService('logged'),
      off: await stage.startService('unlogged', { args: [...withoutLog, ...built] }),
    };
    const spent = Object.fromEntries(Object.keys(services).map((name) => [name, []]));
    const counted = { on: 'logged', off: 'unlogged' };
    try {
      await stage.load.prepare({
        name: 'log',
        kind: 'signedCreation',
        count: warmUp + turns * perTurn,
        options: stage.tpp,
      });
      const send = (name, from, count) =>
        stage.load.send({
          name: 'log',
          port: services[name].port,
          atOnce,
          from,
          count,
          expect: { status: 201, has: '"paymentId"' },
          milliseconds: patienceMs,
        });
      const now = (name) => ({
        server: cpuSeconds(services[name].pid),
        database: stage.cluster.cpuSecondsOf(counted[name]),
      });
      for (const name of Object.keys(services)) await send(name, 0, warmUp);
      // From the end of a turn to the end of the next: what is written between two turns counts as well.
      const last = { on: now('on'), off: now('off') };
      for (let turn = 0; turn < turns; turn += 1) {
        for (const name of turn % 2 === 0 ? ['on', 'off'] : ['off', 'on']) {
          await send(name, warmUp + turn * perTurn, perTurn);
          const until = now(name);
          spent[name].push({
            server: until.server - last[name].server,
            database: until.database - last[name].database,
          });
          last[name] = until;
        }
      }
    } finally {
      await stage.load.close();
      await Promise.all(Object.values(services).map((service) => service.stop()));
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
