/** A bank whose bounds a test fills over real connections, while it holds the clock. */
import { vi } from 'vitest';
import { startBank } from '../support/bank.ts';
import { openPort, statusOn, until } from './sockets.ts';
import { samples } from './support.ts';

type Statuses = Promise<(number | undefined)[]>;

/** Less than a request waits for a database connection. */
const requestDeadlineMs = 4_000;

export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
/** From here on the test decides when the deadline passes. */
export const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
export const passDeadline = () => vi.advanceTimersByTimeAsync(requestDeadlineMs);

export async function startFilled(parts: Parameters<typeof startBank>[0] = {}) {
  const bank = await startBank({ requestDeadlineMs, ...parts });
  const tpp = bank.tpp();
  // Database connections are open before anything is counted.
  await tpp.graphqlRaw('{ payments(first: 1) { nodes { paymentId } } }');
  await bank.app.events.start();
  const port = await openPort(bank.app);
  const figure = async (name: string) => (await samples(bank)).get(name);

  async function ask(count: number, request: () => string, address?: string): Statuses {
    const sockets = await Promise.all(times(count, address).map((from) => port.open(from)));
    for (const socket of sockets) socket.write(request());
    return Promise.all(sockets.map(statusOn));
  }

  return {
    bank,
    tpp,
    port,
    figure,
    becomes: (name: string, count: number) => until(async () => (await figure(name)) === count),
    ask,
    one: async (request: string, address?: string) => (await ask(1, () => request, address))[0],
    async stop() {
      vi.useRealTimers();
      await port.close();
      await bank.stop();
    },
  };
}

export type Filled = Awaited<ReturnType<typeof startFilled>>;
