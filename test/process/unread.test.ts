import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { UnsentLimits } from '../../src/http/connections.ts';
import type { RequestHandler } from '../../src/http/message.ts';
import type { ServerFigures } from '../../src/http/server.ts';
import { answeredBy } from '../support/answered-by.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { get, openPort, type Port, read, subscriptionText, until } from './sockets.ts';
import { samples } from './support.ts';

let port: Port & { figures(): ServerFigures };
let bank: Bank | undefined;
afterEach(async () => {
  await port?.close();
  await bank?.stop();
  bank = undefined;
});

const mebibyte = 1_024 * 1_024;
/** Far more than the system buffers for a connection. */
const large = new Uint8Array(60 * mebibyte);
const roomForTwo = 150 * mebibyte;
/** Answers with as many bytes, for the TPP in the path. */
const generous: RequestHandler = async ({ target, trace }) => {
  trace.caller = { tppId: target.slice(1), name: 'TPP', roles: null };
  return { status: 200, headers: {}, body: large };
};

/** A client that reads nothing; resolves when the system takes no more of its response. */
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
  await until(() => Object.values(port.figures().closuresByReason).some((count) => count > 0));
  // A client must read to see the end.
  socket.resume();
  await until(() => socket.closed);
}

async function startWith(door: RequestHandler, bounds: Partial<UnsentLimits> = {}): Promise<void> {
  const app = answeredBy(door, bounds);
  port = { ...(await openPort(app)), figures: app.figures };
}
const start = (bounds?: Partial<UnsentLimits>) => startWith(generous, bounds);
const stallMs = 300;

describe('a response without progress', () => {
  it('costs its connection after the client’s time, not before', async () => {
    await start({ stallMs });
    const socket = await port.open();
    socket.pause();
    const begun = performance.now();
    socket.write(get('/A'));
    await isCut(socket);
    expect(performance.now() - begun).toBeGreaterThan(stallMs);
    expect(port.figures()).toMatchObject({
      connections: 0,
      unsentBytes: 0,
      closuresByReason: { stalled: 1, crowded: 0 },
    });
  });

  it('costs nothing while its client reads, however slowly', async () => {
    // A busy machine may delay a read, but not for half of this time.
    const patientMs = 3 * stallMs;
    await start({ stallMs: patientMs });
    const socket = await deaf(get('/A'));
    const begun = performance.now();
    for (let last = begun; socket.bytesRead < large.length; last = performance.now()) {
      await until(() => performance.now() > last + patientMs / 2);
      const before = socket.bytesRead;
      socket.resume();
      // The system buffers more from the service once part of its buffer is read.
      await until(() => socket.bytesRead > before + 8 * mebibyte || socket.bytesRead > large.length);
      socket.pause();
    }
    expect(performance.now() - begun).toBeGreaterThan(3 * patientMs);
    expect(port.figures()).toMatchObject({ connections: 1, closuresByReason: { stalled: 0 } });
    await until(() => port.figures().unsentBytes === 0);
  });

  it('does not include a silent stream', async () => {
    bank = await startBank({ unsentLimits: { stallMs: 3 * stallMs } });
    const service = await openPort(bank.app);
    const socket = await service.open();
    socket.write(subscriptionText(bank.tpp()));
    // In tests yoga sends a comment every 300 milliseconds, a third of the time that a response may stall.
    for (let comments = 0; comments < 10; comments += 1) await read(socket, ':\n\n');
    const figures = await samples(bank);
    expect(figures.get('psd2_connections_open')).toBe(1);
    expect(figures.get('psd2_answers_unsent_bytes')).toBe(0);
    expect(figures.get('psd2_connections_cut_total{reason="stalled"}')).toBe(0);
    service.cut();
  });

  it('includes a stream that sends much to a client that reads nothing', async () => {
    let cancelled = false;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: (controller) => controller.enqueue(large),
      cancel: () => {
        cancelled = true;
      },
    };
    await startWith(async () => ({ status: 200, headers: {}, body: new ReadableStream(source) }), {
      stallMs,
    });
    await isCut(await deaf(get('/')));
    await until(() => cancelled);
  });

  it('includes a refusal whose client never hangs up', async () => {
    await start({ stallMs });
    const socket = await port.open('127.0.0.1', true);
    socket.write('hello\r\n\r\n');
    expect(await read(socket, '}')).toContain('400 Bad Request');
    await until(() => port.figures().connections === 0);
  });
});

describe('unsent bytes', () => {
  it('cost a TPP beyond its bound the connection that has stalled longest, and no other TPP one', async () => {
    await start({ bytesOfOwner: roomForTwo });
    const other = await deaf(get('/B'));
    const first = await deaf(get('/A'));
    const second = await deaf(get('/A'));
    (await port.open()).write(get('/A'));
    await isCut(first);
    expect(port.figures()).toMatchObject({ connections: 3, closuresByReason: { stalled: 0, crowded: 1 } });
    expect([other.closed, second.closed]).toEqual([false, false]);
  });

  it('have a total bound', async () => {
    await start({ bytesInAll: roomForTwo, bytesOfOwner: roomForTwo });
    const first = await deaf(get('/A'));
    await deaf(get('/B'));
    (await port.open()).write(get('/C'));
    await isCut(first);
    expect(port.figures()).toMatchObject({ connections: 2, closuresByReason: { crowded: 1 } });
  });
});
