/**
 * Measures a whole instant payment: challenge, log-in, creation, approval, settlement and a status read. docs/scaling.md
 * derives the capacity of a machine from it.
 */
import { cpuSeconds } from '../lib/processes.mjs';
import { columns, median } from '../lib/rounds.mjs';
import { toolkitOf } from '../lib/service.mjs';

const payments = 400;
const atOnce = 8;

export const journey = {
  title: 'a whole instant payment, with log-in and approval on the pages',
  async run(stage, { rounds, scale }) {
    const { customerOf, playFlow } = await toolkitOf(stage.serviceFolder);
    const server = await stage.startService('journey', { template: 'empty' });
    const base = `http://127.0.0.1:${server.port}`;
    const { identity } = stage.tpp;
    const steps = [];
    // The library of an older release has no such function.
    const customer = await customerOf?.({ base, identity });
    async function play(count) {
      let left = count;
      const one = async () => {
        while (left > 0) {
          left -= 1;
          const flow = await playFlow({ base, identity, product: 'instant', customer });
          if (flow.transactionStatus !== 'ACSC')
            throw new Error(`a payment ended as ${flow.transactionStatus}`);
          steps.push(flow.steps.length);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, one));
    }
    const samples = [];
    try {
      await play(payments * scale);
      for (let round = 0; round < rounds; round += 1) {
        await stage.cluster.checkpoint();
        const before = [cpuSeconds(server.pid), stage.cluster.cpuSeconds()];
        await play(payments * scale);
        const after = [cpuSeconds(server.pid), stage.cluster.cpuSeconds()];
        samples.push(after.map((seconds, at) => (1e6 * (seconds - before[at])) / (payments * scale)));
      }
    } finally {
      await server.stop();
    }
    const middle = (at) => median(samples.map((sample) => sample[at]));
    return [{ name: 'payment', requests: median(steps), server: middle(0), database: middle(1) }];
  },
  print: ([{ name, requests, server, database }]) =>
    columns([
      ['', 'requests', 'server µs', 'PostgreSQL µs'],
      [name, requests, server.toFixed(0), database.toFixed(0)],
    ]),
};
