/**
 * Contenders by turns (A B C, A B C, …), so that whatever else the machine does weighs on all. What counts is CPU time: of the
 * server's process and of PostgreSQL with all its backends, divided by the requests.
 */
import { cpuSeconds, forgetPeak, peakMegabytes } from './processes.mjs';

/**
 * @param contenders each with name, server, and what it is asked: kind, options, expect, count, cycle (whether a request may
 *   be sent more than once)
 */
export async function measureRounds({ cluster, load, contenders, rounds, atOnce, warmUp, scale }) {
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  for (const { server } of contenders) forgetPeak(server.pid);
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      const warm = Math.ceil((round === 0 ? warmUp : warmUp / 5) * scale);
      const sample = await measure({
        cluster,
        load,
        contender,
        atOnce,
        warm,
        count: Math.ceil(contender.count * scale),
      });
      samples.get(contender.name).push(sample);
    }
  }
  return contenders.map(({ name, server }) => ({
    name,
    samples: samples.get(name),
    peakMegabytes: peakMegabytes(server.pid),
  }));
}

async function measure({ cluster, load, contender, atOnce, warm, count }) {
  const { name, server, kind, options, expect, cycle = false } = contender;
  await load.prepare({ name, kind, count: cycle ? Math.min(count, 1_000) : warm + count, options });
  const sent = { name, port: server.port, atOnce, expect };
  await cluster.checkpoint();
  await load.send({ ...sent, count: warm });
  const before = { server: cpuSeconds(server.pid), database: cluster.cpuSeconds() };
  const { milliseconds, bytes } = await load.send({ ...sent, from: warm, count });
  const after = { server: cpuSeconds(server.pid), database: cluster.cpuSeconds() };
  const each = (what) => (1e6 * (after[what] - before[what])) / count;
  return {
    server: each('server'),
    database: each('database'),
    both: each('server') + each('database'),
    perSecond: (1_000 * count) / milliseconds,
    answerBytes: bytes / count,
  };
}

export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** CPU of each contender as a share of the service's: in each round by itself, then the median and the ends. */
export function sharesOf(measured, reference = 'service') {
  const own = measured.find(({ name }) => name === reference).samples;
  return measured.map(({ name, samples, peakMegabytes: peak }) => {
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
      peakMegabytes: peak,
      perSecond: middle('perSecond'),
      answerBytes: middle('answerBytes'),
    };
  });
}
