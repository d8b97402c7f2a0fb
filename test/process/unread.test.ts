/** Answers that their clients do not read: what waits for a client has a bound in time and in bytes. */
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Handler } from '../../src/http/messages/message.ts';
import type { Address } from '../../src/http/server/server.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { get, openPort, type Port, read, signedText, statusOn, subscriptionText, until } from './sockets.ts';
import { samples } from './support.ts';

let port: Port;
let bank: Bank | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await port.close();
  await bank?.stop();
  bank = undefined;
});

const mebibyte = 1_024 * 1_024;
/** Far more than the system keeps for a connection. */
const large = new Uint8Array(64 * mebibyte);
const roomForTwo = 150 * mebibyte;
/** Answers with as many bytes, for whom the path names. */
const generous: Handler = async ({ target }) => ({
  status: 200,
  headers: {},
  body: large,
  owner: target.slice(1),
});

/** A client that reads nothing; resolves when the system takes no more of its answer. */
async function deaf(request: string): Promise<Socket> {
  const before = port.figures().unsentBytes;
  const socket = await port.open();
  socket.pause();
  socket.write(request);
  await until(() => port.figures().unsentBytes > before);
  let [last, quiet] = [0, 0];
  await until(() => {
    const { unsentBytes } = port.figures();
    quiet = unsentBytes === last ? quiet + 1 : 0;
    last = unsentBytes;
    return quiet > 200;
  });
  return socket;
}

async function isCut(socket: Socket): Promise<void> {
  await until(() => Object.values(port.figures().cut).some((count) => count > 0));
  // A client that does not read does not hear of it either.
  socket.resume();
  await until(() => socket.closed);
}

const start = async (more: Partial<Address> = {}) => {
  port = await openPort(generous, more);
};
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe('an answer without progress', () => {
  it('costs its connection after thirty seconds, not a millisecond sooner', async () => {
    await start();
    holdTime();
    const socket = await deaf(get('/A'));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(port.figures()).toMatchObject({ connections: 1, cut: { stalled: 0, crowded: 0 } });
    await vi.advanceTimersByTimeAsync(1);
    await isCut(socket);
    expect(port.figures()).toEqual({ connections: 0, unsentBytes: 0, cut: { stalled: 1, crowded: 0 } });
  });

  it('costs nothing while its client reads, however slowly', async () => {
    await start();
    holdTime();
    const socket = await deaf(get('/A'));
    for (let read = 0; read < large.length; ) {
      await vi.advanceTimersByTimeAsync(20_000);
      const before = socket.bytesRead;
      socket.resume();
      // The system has more room for the service once a part of what it keeps is gone.
      await until(() => socket.bytesRead > before + 8 * mebibyte || socket.bytesRead > large.length);
      socket.pause();
      read = socket.bytesRead;
    }
    expect(port.figures()).toMatchObject({ connections: 1, cut: { stalled: 0 } });
    await until(() => port.figures().unsentBytes === 0);
  });

  it('is no stream that has nothing to say', async () => {
    bank = await startBank();
    port = await openPort(bank.app.handle);
    const socket = await port.open();
    socket.write(subscriptionText(bank.tpp()));
    expect(await statusOn(socket)).toBe(200);
    holdTime();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(port.figures()).toMatchObject({ connections: 1, cut: { stalled: 0 } });
  });

  it('is a stream that says much to a client that reads nothing', async () => {
    let cancelled = false;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: (controller) => controller.enqueue(large),
      cancel: () => {
        cancelled = true;
      },
    };
    port = await openPort(async () => ({ status: 200, headers: {}, body: new ReadableStream(source) }));
    holdTime();
    const socket = await deaf(get('/'));
    await vi.advanceTimersByTimeAsync(30_000);
    await isCut(socket);
    await until(() => cancelled);
  });

  it('is a refusal whose client never hangs up', async () => {
    await start();
    holdTime();
    const socket = await port.open('127.0.0.1', true);
    socket.write('hello\r\n\r\n');
    expect(await read(socket, '}')).toContain('400 Bad Request');
    await vi.advanceTimersByTimeAsync(30_000);
    await until(() => port.figures().connections === 0);
  });
});

describe('bytes that are not sent', () => {
  it('cost a TPP beyond its bound the connection that has stood still the longest, and no other TPP one', async () => {
    await start({ unsent: { bytesOfOwner: roomForTwo } });
    const other = await deaf(get('/B'));
    const first = await deaf(get('/A'));
    const second = await deaf(get('/A'));
    (await port.open()).write(get('/A'));
    await isCut(first);
    expect(port.figures()).toMatchObject({ connections: 3, cut: { stalled: 0, crowded: 1 } });
    expect([other.closed, second.closed]).toEqual([false, false]);
  });

  it('have a bound in all', async () => {
    await start({ unsent: { bytesInAll: roomForTwo, bytesOfOwner: roomForTwo } });
    const first = await deaf(get('/A'));
    await deaf(get('/B'));
    (await port.open()).write(get('/C'));
    await isCut(first);
    expect(port.figures()).toMatchObject({ connections: 2, cut: { crowded: 1 } });
  });

  it('count for the TPP that has signed, on however many connections', async () => {
    bank = await startBank({ portFigures: () => port.figures() });
    const { app, tpp } = bank;
    // The service's own answers are too small to wait for a client.
    const handle: Handler = async (arrival) => ({ ...(await app.handle(arrival)), body: large });
    port = await openPort(handle, { unsent: { bytesOfOwner: roomForTwo } });
    const body = { query: '{ viewer { tppId } }' };
    const by = (name: string) => signedText(tpp(name), 'POST', '/graphql', { body });
    const first = await deaf(by('PSDNO-FSA-ONE'));
    const other = await deaf(by('PSDNO-FSA-OTHER'));
    await deaf(by('PSDNO-FSA-ONE'));
    (await port.open()).write(by('PSDNO-FSA-ONE'));
    await isCut(first);
    expect(other.closed).toBe(false);
    const figures = await samples(bank);
    expect(figures.get('psd2_answers_unsent_bytes')).toBe(port.figures().unsentBytes);
    expect(figures.get('psd2_connections_open')).toBe(3);
    expect(figures.get('psd2_connections_cut_total{reason="crowded"}')).toBe(1);
  });
});
