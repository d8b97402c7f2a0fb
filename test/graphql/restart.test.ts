import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { authorise, domesticPath, newPayment } from '../support/story.ts';
import { follow } from '../support/subscriptions.ts';

const fields = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0';
/** The ErrorResponse of PostgreSQL while it starts. */
const startingUp = Buffer.concat([
  Buffer.from('E'),
  Buffer.from([0, 0, 0, fields.length + 4]),
  Buffer.from(fields),
]);

/** A proxy to a server that can be closed. */
class Way {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  port = 0;
  turnedAway: number[] = [];
  away = false;

  #to = new URL('postgres://nowhere');

  async open(to: URL): Promise<void> {
    this.#to = to;
    await this.#listen(0);
  }

  async #listen(port: number): Promise<void> {
    const to = this.#to;
    this.#server = createServer((incoming) => {
      if (this.away) {
        this.turnedAway.push(performance.now());
        incoming.on('error', () => undefined).once('data', () => incoming.end(startingUp));
        return;
      }
      const outgoing = connect(Number(to.port), to.hostname);
      for (const [socket, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        this.#sockets.add(socket);
        socket.pipe(other);
        socket
          .on('error', () => undefined)
          .on('close', () => {
            this.#sockets.delete(socket);
            other.destroy();
          });
      }
    }).listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as { port: number }).port;
  }

  async cut(how: 'STARTING' | 'REFUSE'): Promise<void> {
    this.away = true;
    this.turnedAway = [];
    for (const socket of this.#sockets) socket.destroy();
    if (how === 'STARTING') return;
    const server = this.#server;
    this.#server = undefined;
    await new Promise((resolve) => server?.close(resolve));
  }

  async restore(): Promise<void> {
    this.away = false;
    if (!this.#server) await this.#listen(this.port);
  }
}

const way = new Way();
const bank = await bankOfFile({}, async (address) => {
  const url = new URL(address);
  await way.open(new URL(address));
  afterAll(() => way.cut('REFUSE'));
  url.hostname = '127.0.0.1';
  url.port = String(way.port);
  return url.toString();
});
afterAll(() => bank.app.events.stop());
const tpp = bank.tpp();

it.each([
  ['is starting up', 'STARTING'],
  ['is not there at all', 'REFUSE'],
] as const)(
  'a subscription resumes after a database that %s',
  async (_, how) => {
    const all = await follow(bank, tpp);
    const paymentId = await newPayment(tpp);
    // Its notification could otherwise arrive at any later time.
    await all.next();
    const stream = await follow(bank, tpp, paymentId);
    await way.cut(how);
    if (how === 'STARTING') {
      await expect.poll(() => way.turnedAway.length).toBeGreaterThan(7);
      // Only two keep trying, the pool and the listening connection, so that a returning database is not flooded.
      expect((way.turnedAway[7] ?? 0) - (way.turnedAway[0] ?? 0)).toBeGreaterThan(500);
    }
    expect((await tpp.rest('GET', `${domesticPath}/${paymentId}`)).status).toBe(503);
    await way.restore();
    await expect.poll(async () => (await tpp.rest('GET', `${domesticPath}/${paymentId}`)).status).toBe(200);
    expect(await all.toEnd(), 'which may have missed something').toBe(0);
    await authorise(tpp, `${domesticPath}/${paymentId}/authorisations`);
    expect((await stream.next()).data.paymentStatusChanged.transactionStatus).toBe('PDNG');
    // The return of the listening connection ends a stream of all payments that opened before it.
    await expect.poll(() => bank.app.events.isListening()).toBe(true);
    const again = await follow(bank, tpp);
    const another = await newPayment(tpp);
    // The notification of the approval may arrive after the stream opens.
    const heard: string[] = [];
    while (!heard.includes(another)) heard.push((await again.next()).data.paymentStatusChanged.paymentId);
    expect(heard.filter((id) => id !== paymentId)).toEqual([another]);
    for (const open of [stream, again]) await open.cancel();
  },
  60_000,
);
