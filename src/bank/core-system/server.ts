import type { AddressInfo } from 'node:net';
import fastify, { type FastifyError, type FastifyRequest } from 'fastify';
import type { CoreRequest } from './core-system.ts';
import type { CoreReply } from './parts.ts';

export interface Tls {
  readonly key: string;
  readonly cert: string;
  /** The CA of client certificates. */
  readonly ca: string;
}

export interface ListeningCore {
  readonly url: string;
  stop(): Promise<void>;
}

export const bodyBytesAtMost = 5 * 1_024 * 1_024;

export async function listenAsCore(
  handle: (request: CoreRequest) => Promise<CoreReply>,
  port: number,
  tls: Tls | null,
  statusOfFailure: (error: unknown) => 500 | 503,
): Promise<ListeningCore> {
  const runningCalls = new Set<Promise<unknown>>();
  const app = fastify({
    https: tls && { ...tls, requestCert: true, rejectUnauthorized: true },
    bodyLimit: bodyBytesAtMost,
    requestTimeout: 60_000,
    forceCloseConnections: true,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, next) => next(null, bytes));
  app.setErrorHandler((error: FastifyError, _, reply) => {
    const { statusCode = 500 } = error;
    // Fastify sets a status below 500 if the body is too large, or did not arrive.
    return reply.code(statusCode < 500 ? statusCode : statusOfFailure(error)).send();
  });
  app.all('*', async (request, reply) => {
    const answer = handle(coreRequestOf(request));
    runningCalls.add(answer);
    const { status, body } = await answer.finally(() => runningCalls.delete(answer));
    return reply
      .code(status)
      .type('application/json')
      .send(body === undefined ? '' : JSON.stringify(body));
  });
  await app.listen({ port, host: '127.0.0.1' });
  const { port: openPort } = app.server.address() as AddressInfo;
  return {
    url: `${tls === null ? 'http' : 'https'}://localhost:${openPort}`,
    async stop() {
      await app.close();
      // Calls must end before their database closes.
      await Promise.allSettled(runningCalls);
    },
  };
}

function coreRequestOf({ method, url, body }: FastifyRequest): CoreRequest {
  const [path = '', query] = url.split('?', 2);
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  return { method, path, query: new URLSearchParams(query), bytes };
}
