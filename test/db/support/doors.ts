/** Proxies before a database that pass connections through, refuse them, or stay silent. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** `hang`: accepts and stays silent. `close`: accepts and hangs up at once. `refuse`: does not listen. */
export type Manner = 'through' | 'hang' | 'close' | 'refuse';

export type Verdict = 'pass' | 'cut' | 'hold' | 'drop';

export interface Door {
  readonly port: number;
  readonly url: string;
  readonly accepted: number[];
  leadTo(url: string): void;
  /** Changes the handling of new connections; open ones are cut, or kept with `keep`. */
  behave(manner: Manner, keep?: 'keep'): Promise<void>;
  /** Decides about bytes from a client: forward, forward and cut, drop, or drop and cut. */
  watch(seen: ((sent: Buffer) => Verdict) | null): void;
  stop(): Promise<void>;
}

export async function openDoor(url: string): Promise<Door> {
  let target = new URL(url);
  let manner: Manner = 'through';
  let seen: ((sent: Buffer) => Verdict) | null = null;
  const accepted: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    accepted.push(performance.now());
    keep(incoming);
    if (manner === 'close') incoming.destroy();
    if (manner === 'through') join(incoming);
  });

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true).on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  }

  function join(incoming: Socket): void {
    const outgoing = connect(Number(target.port), target.hostname);
    keep(outgoing);
    outgoing.on('data', (bytes) => incoming.write(bytes));
    incoming.on('data', (bytes) => {
      const verdict = seen?.(bytes) ?? 'pass';
      if (verdict === 'pass' || verdict === 'cut') outgoing.write(bytes);
      if (verdict === 'pass' || verdict === 'hold') return;
      incoming.destroy();
      outgoing.end();
    });
    incoming.once('end', () => outgoing.end()).once('error', () => outgoing.end());
    outgoing.once('close', () => incoming.destroy());
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  }

  const port = await listen(0);
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String(port);
  return {
    port,
    url: own.toString(),
    accepted,
    leadTo: (to) => {
      target = new URL(to);
    },
    async behave(next, kept) {
      const before = manner;
      manner = next;
      if (!kept) for (const socket of sockets) socket.destroy();
      if (next === 'refuse' && before !== 'refuse') await new Promise((resolve) => server.close(resolve));
      if (next !== 'refuse' && before === 'refuse') await listen(port);
    },
    watch: (watcher) => {
      seen = watcher;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      if (manner !== 'refuse') await new Promise((resolve) => server.close(resolve));
    },
  };
}
