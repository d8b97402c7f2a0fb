/**
 * Contenders take turns (A B C, A B C, …), so that other load affects all. The result is CPU time of the server and all
 * PostgreSQL backends per request.
 */
import { closeLoad, send } from './load.mjs';
import { cpuSeconds } from './processes.mjs';

/**
 * A contender has a name, a server, `request(number)`, an expected status and a count per turn. A turn ends after
 * `turnMs` at the latest; the warm-up takes eight times that, because uncompiled code is much slower.
 */
export async function measureRounds(contenders, { rounds, ...settings }) {
  const all = contenders.map((contender) => ({ ...contender, made: 0, samples: [] }));
  for (let round = 0; round < rounds; round += 1)
    for (const one of all) one.samples.push(await turn(one, settings, round === 0 ? 1 : 0.2));
  await closeLoad();
  return all.map(({ name, samples }) => ({ name, samples }));
}

async function turn(contender, { cluster, atOnce, warmUp, scale, turnMs }, warmth) {
  const { server, request, expect } = contender;
  const warm = Math.ceil(warmUp * warmth * scale);
  const most = Math.ceil(contender.count * scale);
  const requests = Array.from({ length: warm + most }, (_, index) => request(contender.made + index));
  contender.made += requests.length;
  const asked = { port: server.port, atOnce, expect };
  await cluster.checkpoint();
  const { sent: from } = await send(requests, { ...asked, count: warm, milliseconds: 8 * turnMs });
  const before = [cpuSeconds(server.pid), cluster.cpuSeconds()];
  const { sent, seconds } = await send(requests, { ...asked, from, count: most, milliseconds: turnMs });
  const after = [cpuSeconds(server.pid), cluster.cpuSeconds()];
  const [own, database] = after.map((total, at) => (1e6 * (total - before[at])) / sent);
  return { server: own, database, both: own + database, perSecond: sent / seconds };
}

export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** CPU relative to the reference, per round; then the median and the extremes. */
export function sharesOf(measured, reference = 'service') {
  const own = measured.find(({ name }) => name === reference).samples;
  return measured.map(({ name, samples }) => {
    const share = (what) => samples.map((sample, round) => sample[what] / own[round][what]);
    const middle = (what) => median(samples.map((sample) => sample[what]));
    return {
      name,
      share: median(share('both')),
      least: Math.min(...share('both')),
      most: Math.max(...share('both')),
      shareOfServer: median(share('server')),
      shareOfDatabase: median(share('database')),
      microseconds: { server: middle('server'), database: middle('database') },
      perSecond: middle('perSecond'),
      samples,
    };
  });
}

const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

/** Absolute times hold only for one machine. */
export const sharesTable = (rows) =>
  columns([
    ['', 'CPU', 'least … most', 'server', 'PostgreSQL', 'server µs', 'PostgreSQL µs', 'requests/s'],
    ...rows.map(({ name, share, least, most, shareOfServer, shareOfDatabase, ...row }) => [
      name,
      percent(share),
      `${percent(least)} … ${percent(most)}`,
      percent(shareOfServer),
      percent(shareOfDatabase),
      row.microseconds.server.toFixed(0),
      row.microseconds.database.toFixed(0),
      row.perSecond?.toFixed(0),
    ]),
  ]);

export function columns(rows) {
  const texts = rows.map((row) => row.map((cell) => String(cell ?? '')));
  const widths = texts[0].map((_, column) => Math.max(...texts.map((row) => row[column].length)));
  const padded = (cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]));
  return texts.map((row) => `  ${row.map(padded).join('  ')}`).join('\n');
}
