/** The port: node:http around the app's `fetch`, with its limits, and a stop that lets running requests end. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { malformedRequest, malformedText } from './unavailable.ts';
import type { DoorLog } from './web/door.ts';

export interface Listening {
  readonly port: number;
  /**
   * Stays open until `drained`, so that whoever asks is told, then closes; whatever is left after the given time is cut.
   */
  stop(graceMs: number, drained?: Promise<void>): Promise<void>;
}

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The deadline of a request: the port waits a little longer, for the app answers better. */
  readonly requestDeadlineMs?: number;
  /** Told of what is refused before it is a request. */
  readonly log?: DoorLog;
}

const headerBytesAtMost = 16 * 1_024;

export async function listen(
  fetch: (request: Request) => Promise<Response>,
  address: Address,
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: headerBytesAtMost,
      headersTimeout: 10_000,
      requestTimeout: (address.requestDeadlineMs ?? 10_000) + 10_000,
      keepAliveTimeout: 65_000,
    },
    getRequestListener(fetch, { errorHandler: () => malformedRequest() }),
  );
  const leaving = new Set<ServerResponse>();
  server.on('request', (_, response) => {
    leaving.add(response);
    response.once('close', () => leaving.delete(response));
  });
  endUnfinishedBodies(server);
  server.on('clientError', refuseMalformed(address.log ?? (() => undefined)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: (graceMs, drained) => stop(server, leaving, graceMs, drained),
  };
}

/** Node forgets a body that was answered before its end: whoever reads it would wait for ever on a closed connection. */
function endUnfinishedBodies(server: Server): void {
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (incoming) => latest.set(incoming.socket, incoming));
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      const incoming = latest.get(socket);
      if (incoming?.complete === false)
        incoming.destroy(Object.assign(new Error('connection closed'), { code: 'ECONNRESET' }));
    });
  });
}

/** Answers what is no HTTP, or too much of it, in the shape of every other error. */
function refuseMalformed(log: DoorLog) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, phrase, text] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Request Header Fields Too Large', 'the headers are larger than 16 KiB']
        : [400, 'Bad Request', 'this is not HTTP'];
    const { id, body } = malformedText(status, text);
    const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
    socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${head}\r\n\r\n${body}`);
    const line = { door: 'rest', method: 'none', route: 'none', milliseconds: 0 } as const;
    log({ ...line, status, failureId: id, code: 'BAD_REQUEST' });
  };
}

async function stop(
  server: Server,
  leaving: ReadonlySet<ServerResponse>,
  graceMs: number,
  drained?: Promise<void>,
): Promise<void> {
  let cut: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    cut = setTimeout(resolve, graceMs);
  });
  await Promise.race([drained, over]);
  // Closing ends every connection whose answer is written, were half of it still on its way.
  await Promise.race([Promise.all([...leaving].map((response) => once(response, 'close'))), over]);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.race([closed, over]);
  server.closeAllConnections();
  await closed;
  clearTimeout(cut);
}
