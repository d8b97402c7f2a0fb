/** The port: node:http around the service, with its limits, and a stop that lets running requests end. */

import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { defect, malformedText, noHttp } from '../../app/early-refusals.ts';
import type { DoorLog } from '../door.ts';
import type { Handler, HttpAnswer } from '../messages/message.ts';
import { NodeArrival, RawHeaders, rawFault } from './arrival.ts';
import { type Connections, type Exchange, keepConnections } from './connections.ts';
import {
  type CutCounts,
  createUnsentAnswers,
  type UnsentAnswers,
  type UnsentBounds,
  unsentBounds,
} from './unsent.ts';
import { write } from './writing.ts';

export interface PortFigures {
  readonly connections: number;
  /** Of answers that their clients have not taken yet. */
  readonly unsentBytes: number;
  readonly cut: CutCounts;
}

export interface Listening {
  readonly port: number;
  figures(): PortFigures;
  /** Continues to answer until `drained`, then closes; connections that are left after the given time are cut. */
  stop(graceMs: number, drained?: Promise<void>): Promise<void>;
}

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The deadline of a request: the server waits a little longer, because the app's answer is better. */
  readonly requestDeadlineMs?: number;
  /**
   * Called for every new connection, and for those whose request was refused for overload; it calls `read` when they
   * may be read. Absent: they are read at once.
   */
  readonly accepted?: (read: () => void, refused: boolean) => void;
  /** What may wait for clients that read slowly; those of the service where absent. */
  readonly unsent?: Partial<UnsentBounds>;
  /** Logs what is refused before it is a request. */
  readonly log?: DoorLog;
}

export const headerBytesAtMost = 16 * 1_024;
/** Connections that may wait to be accepted: one beyond them waits for a second, even that of a probe. */
const pendingAtMost = 4_096;

export async function listen(handle: Handler, address: Address): Promise<Listening> {
  const server = createServer({
    maxHeaderSize: headerBytesAtMost,
    headersTimeout: 10_000,
    requestTimeout: (address.requestDeadlineMs ?? 10_000) + 10_000,
    keepAliveTimeout: 65_000,
    // Checked in arrival.ts with the other faults of a request.
    requireHostHeader: false,
  });
  const log = address.log ?? (() => undefined);
  const wait: Wait = (socket, refused) => {
    if (address.accepted === undefined) return;
    socket.pause();
    address.accepted(() => socket.resume(), refused);
  };
  const bounds = { ...unsentBounds, ...address.unsent };
  const unsent = createUnsentAnswers(bounds);
  const connections = keepConnections(server, (exchange) => serve({ handle, log, wait, unsent }, exchange));
  refuseWhatIsNoRequest(server, log, bounds.stallMs);
  server.on('connection', (socket: Socket) => wait(socket, false));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: address.port, host: address.host, backlog: pendingAtMost }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    figures: () => ({
      connections: connections.open(),
      unsentBytes: unsent.bytes(),
      cut: unsent.cut(),
    }),
    stop: (graceMs, drained) => stop(server, connections, graceMs, drained),
  };
}

/** Makes a connection wait until it may be read. */
type Wait = (socket: Socket, refused: boolean) => void;

interface ServeParts {
  readonly handle: Handler;
  readonly log: DoorLog;
  readonly wait: Wait;
  readonly unsent: UnsentAnswers;
}

async function serve({ handle, log, wait, unsent }: ServeParts, exchange: Exchange): Promise<void> {
  const headers = new RawHeaders(exchange.incoming.rawHeaders);
  const fault = rawFault(exchange.incoming, headers);
  try {
    const answer = await answered();
    // A refused client may repeat its request at once, and would keep the process busy.
    if (answer.status === 503)
      exchange.outgoing.once('finish', () => setImmediate(wait, exchange.incoming.socket, true));
    await write(exchange, answer, unsent);
  } catch (error) {
    log({ door: 'rest', method: 'none', route: 'port', status: 500, milliseconds: 0 }, error);
    exchange.incoming.socket.destroy();
  }

  async function answered(): Promise<HttpAnswer> {
    if (fault !== null) return noHttp(fault, log);
    try {
      return await handle(new NodeArrival(exchange, headers));
    } catch (error) {
      return defect(error, log);
    }
  }
}

/** Refuses what is not HTTP or too large, and requests such as CONNECT, with the usual error body. */
function refuseWhatIsNoRequest(server: Server, log: DoorLog, lingerMs: number): void {
  const refuse = (socket: Duplex, status: number, text: string, more = '') => {
    const { id, body } = malformedText(status, text);
    const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${more}\r\n${body}`);
    // The connection is open until the client closes it too.
    const cut = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(cut));
    const line = { door: 'rest', method: 'none', route: 'none', milliseconds: 0 } as const;
    log({ ...line, status, failureId: id, code: 'BAD_REQUEST' });
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW') refuse(socket, 431, 'the headers are larger than 16 KiB');
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
      refuse(socket, 408, 'the request did not come to its end in time');
    else refuse(socket, 400, 'this is not HTTP');
  });
  server.on('checkExpectation', (incoming: IncomingMessage) =>
    refuse(incoming.socket, 417, 'of expectations only 100-continue is met'),
  );
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined);
    // Another authority has no path here, and so no method.
    refuse(socket, 405, 'this is no proxy', 'allow:\r\n');
  });
}

async function stop(
  server: Server,
  connections: Connections,
  graceMs: number,
  drained?: Promise<void>,
): Promise<void> {
  let cut: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    cut = setTimeout(resolve, graceMs);
  });
  await Promise.race([drained, over]);
  // close() ends every connection whose answer is written, even if half of it is not sent yet.
  await Promise.race([connections.atRest(), over]);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.race([closed, over]);
  server.closeAllConnections();
  await closed;
  clearTimeout(cut);
}
