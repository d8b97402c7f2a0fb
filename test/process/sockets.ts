/** Raw connections to the service on its own port, so that tests see its bytes in order. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { KeyAndCertificate } from '../../packages/toolkit/src/certificates.ts';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import type { App } from '../../src/app.ts';
import { type Listening, listenOn } from '../support/listen.ts';

export interface Port extends Listening {
  /** `allowHalfOpen`: the client stays open when the service hangs up. */
  open(localAddress?: string, allowHalfOpen?: boolean): Promise<Socket>;
  /** Sends the text on a new connection; returns all bytes up to its end or `until`. */
  ask(text: string, until?: string): Promise<string>;
  cut(): void;
  close(): Promise<void>;
}

export async function openPort(app: Pick<App, 'listen' | 'stop'>): Promise<Port> {
  const sockets: Socket[] = [];
  const listening = await listenOn(app);
  const { port } = listening;
  async function open(localAddress = '127.0.0.1', allowHalfOpen = false): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen });
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    ...listening,
    open,
    async ask(text, until) {
      const socket = await open();
      socket.write(text);
      return read(socket, until);
    },
    cut,
    async close() {
      cut();
      await listening.stop(1_000);
    },
  };
}

export async function read(socket: Socket, until = '\u0000'): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('latin1').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes(until)) break;
  }
  return text;
}

export function requestText(
  method: string,
  path: string,
  headers: Iterable<readonly [string, string]> = [],
  body = '',
): string {
  const length = body === '' ? [] : [['content-length', String(Buffer.byteLength(body))] as const];
  const lines = [...new Map([['host', 'localhost'], ...length, ...headers])].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

interface Signed {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export function signedText(
  { identity }: { readonly identity: KeyAndCertificate },
  method: string,
  path: string,
  { headers = {}, body }: Signed = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const request = { method, url: `http://localhost${path}`, headers, body: text === '' ? null : text };
  return requestText(method, path, signRequest(request, identity), text);
}

export const subscriptionText = (tpp: Parameters<typeof signedText>[0]): string =>
  signedText(tpp, 'POST', '/graphql', {
    headers: { accept: 'text/event-stream' },
    body: { query: 'subscription { paymentStatusChanged { transactionStatus } }' },
  });

export const get = (path: string): string => requestText('GET', path);

export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** The status of the first response on a connection, which stays open. */
export async function statusOn(socket: Socket): Promise<number | undefined> {
  return statusesIn(await read(socket, '\r\n\r\n'))[0];
}

/** Waits while a test holds the clock, which `expect.poll` would move. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate();
}
