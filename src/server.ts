/** The port: node:http around the app's `fetch`, with its limits, and a stop that lets running requests end. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { malformedRequest } from './app.ts';

export interface Listening {
  readonly port: number;
  /** Refuses new requests, waits for running ones up to the given time, then cuts them. */
  stop(graceMs: number): Promise<void>;
}

const headerBytesAtMost = 16 * 1_024;

export async function listen(
  fetch: (request: Request) => Promise<Response>,
  address: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: headerBytesAtMost,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 65_000,
    },
    getRequestListener(fetch, { errorHandler: () => malformedRequest() }),
  );
  server.on('clientError', refuseMalformed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: (graceMs) => stop(server, graceMs) };
}

/** Answers what is no HTTP, or too much of it, in the shape of every other error. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'the headers are larger than 16 KiB']
      : [400, 'this is not HTTP'];
  const body = JSON.stringify({
    system: 'psd2-bank',
    status,
    code: 'BAD_REQUEST',
    message: reason,
    tppMessages: [{ category: 'ERROR', code: 'BAD_REQUEST', text: reason }],
  });
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

async function stop(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}
