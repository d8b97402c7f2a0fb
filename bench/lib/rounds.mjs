/**
 * Contenders by turns (A B C, A B C, …), so that whatever else the machine does weighs on all. What counts is CPU time: of the
 * server's process and of PostgreSQL with all its backends, divided by the requests.
 */
import { cpuSeconds, forgetPeak, peakMegabytes } from './processes.mjs';

/**
 * Each contender has a name, a server, and what it is asked: kind, options, expect, count at most in a turn, cycle (whether a
 * request may be sent more than once). A turn ends after `turnMs` as well, so that a slow machine does not take all day; the
 * warm-up has eight times that patience, for code that is not yet compiled costs several times as much.
 */
export async function measureRounds({ contenders, rounds, ...settings }) {
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  for (const { server } of contenders) forgetPeak(server.pid);
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      samples.get(contender.name).push(await turn(contender, settings, round === 0 ? 1 : 0.2));
    }
  }
  return contenders.map(({ name, server }) => ({
    name,
    samples: samples.get(name),
    peakMegabytes: peakMegabytes(server.pid),
  }));
}

async function turn(contender, { cluster, load, atOnce, warmUp, scale, turnMs }, warmth) {
  const { name, server, kind, options, expect, cycle = false } = contender;
  const warm = Math.ceil(warmUp * warmth * scale);
  const most = Math.ceil(contender.count * scale);
  await load.prepare({ name, kind, count: cycle ? Math.min(most, 1_000) : warm + most, options });
  const asked = { name, port: server.port, atOnce, expect };
  await cluster.checkpoint();
  const { sent: from } = await load.send({ ...asked, count: warm, milliseconds: 8 * turnMs });
  const before = { server: cpuSeconds(server.pid), database: cluster.cpuSeconds() };
  const { sent, milliseconds, bytes } = await load.send({
    ...asked,
    from,
    count: most,
    milliseconds: turnMs,
  });
  const after = { server: cpuSeconds(server.pid), database: cluster.cpuSeconds() };
  const each = (what) => (1e6 * (after[what] - before[what])) / sent;
  return {
    server: each('server'),
    database: each('database'),
    both: each('server') + each('database'),
    perSecond: (1_000 * sent) / milliseconds,
    answerBytes: bytes / sent,
    requests: sent,
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
      samples,
    };
  });
}
