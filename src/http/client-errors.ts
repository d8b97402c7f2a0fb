/** Responds to HTTP that is malformed, too large or incomplete, to CONNECT, and to unsupported values of Expect. */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { type Duplex, finished } from 'node:stream';
import { wellFormedRequestId } from '../domain/headers.ts';
import { catalogue, refuse } from '../domain/refusal.ts';
import type { WriteDoorLogEntry } from '../observability/request-trace.ts';
import { renderRefusal } from './failure.ts';
import { closeInOrder } from './pipelining.ts';
import { RawHeaders } from './raw-headers.ts';

const logFields = { door: 'rest', method: 'none', route: 'none', milliseconds: 0 } as const;

/** By the code of Node's error. */
const responses: Readonly<Record<string, { readonly status: number; readonly text: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, text: 'the headers are larger than 16 KiB' },
  ERR_HTTP_REQUEST_TIMEOUT: catalogue.REQUEST_INCOMPLETE,
};
const malformed = { status: 400, text: 'the request is not valid HTTP' };

function requestIdLines({ rawHeaders }: IncomingMessage): readonly string[] {
  const id = wellFormedRequestId(new RawHeaders(rawHeaders));
  return id === undefined ? [] : [`x-request-id: ${id}`];
}

/** Listens for CONNECT and unsupported values of Expect. Returns the handler of `clientError`, which Fastify registers. */
export function answerClientErrors(server: Server, log: WriteDoorLogEntry) {
  const send = (socket: Duplex, status: number, text: string, extraLines: readonly string[] = []) => {
    closeInOrder(socket, (isInBody) => {
      // If the input is in the body of a request, this request already has its response, so the connection only ends.
      if (isInBody) return void socket.end();
      const { id: failureId, body } = renderRefusal(refuse('BAD_REQUEST', { text }));
      // The reason BAD_REQUEST has the status 400, but this response may have another.
      const bodyText = JSON.stringify({ ...body, status });
      const head = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(bodyText)}`,
        'connection: close',
        ...extraLines,
      ];
      if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${bodyText}`);
      log({ ...logFields, status, failureId, code: 'BAD_REQUEST' });
    });
  };
  server.on('checkExpectation', (incoming: IncomingMessage) =>
    send(incoming.socket, 417, 'the service supports only Expect: 100-continue', requestIdLines(incoming)),
  );
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined);
    // Node neither reads the socket any more nor closes it after a time-out, so this line closes it.
    finished(socket, { readable: false }, () => socket.destroy());
    const text = 'this service is not a proxy: it does not support CONNECT';
    // A 405 needs the header Allow. It is empty, because the target of CONNECT is not a path of this service.
    send(socket, 405, text, ['allow:', ...requestIdLines(incoming)]);
  });
  return ({ code }: NodeJS.ErrnoException, socket: Duplex): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const { status, text } = responses[code ?? ''] ?? malformed;
    send(socket, status, text);
  };
}
