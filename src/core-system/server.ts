/** The port of the core system: HTTP, or HTTPS that asks callers for a certificate. Start at `listenAsCore`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CoreRequest } from './core-system.ts';
import type { CoreAnswer } from './parts.ts';

/** null: plain HTTP, on a loopback host. */
export interface Tls {
  readonly key: string;
  readonly cert: string;
  /** Certificates of callers must come from here. */
  readonly ca: string;
}

export interface ListeningCore {
  readonly url: string;
  stop(): Promise<void>;
}

const bodyBytesAtMost = 5 * 1_024 * 1_024;

export async function listenAsCore(
  handle: (request: CoreRequest) => Promise<CoreAnswer>,
  port: number,
  tls: Tls | null,
  failed: (error: unknown) => 500 | 503,
): Promise<ListeningCore> {
  const underWay = new Set<Promise<void>>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const one = answered(handle, request)
      .catch((error: unknown): CoreAnswer => ({ status: failed(error) }))
      .then(({ status, body }) => {
        const text = body === undefined ? '' : JSON.stringify(body);
        response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      })
      .finally(() => underWay.delete(one));
    underWay.add(one);
  };
  const server =
    tls === null
      ? createServer(listener)
      : createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: open } = server.address() as AddressInfo;
  return {
    url: `${tls === null ? 'http' : 'https'}://localhost:${open}`,
    async stop() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      // Their callers are gone, and their database is not: it closes after this.
      await Promise.allSettled(underWay);
    },
  };
}

async function answered(
  handle: (request: CoreRequest) => Promise<CoreAnswer>,
  request: IncomingMessage,
): Promise<CoreAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > bodyBytesAtMost) return { status: 413 };
    chunks.push(chunk);
  }
  const url = new URL(request.url ?? '/', 'http://core');
  const { pathname: path, searchParams: query } = url;
  return handle({ method: request.method ?? 'GET', path, query, bytes: Buffer.concat(chunks) });
}
