/** A TPP's receiver of notifications on this machine, and a bank that notifies it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import type { AppParts } from '../../src/app.ts';
import { type Bank, certificateFor, startBank, type Tpp } from '../support/bank.ts';
import { domesticPath, newPayment } from '../support/story.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly json: any;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Answers each notification: a status, or a promise of one. */
  answer: (one: Received) => number | Promise<number>;
  /** What has come, short: a transactionStatus, or a scaStatus. */
  statuses(): string[];
  readonly server: Server;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const one = { path: request.url ?? '', headers: request.headers, text, json: JSON.parse(text) };
    received.push(one);
    const status = await receiver.answer(one);
    response.writeHead(status, status === 302 ? { location: `${receiver.url}/elsewhere` } : {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: () => 200,
    statuses: () => received.map(({ json }) => json.transactionStatus ?? json.scaStatus),
    server,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

export const seal = certificateFor('PSDNO-FSA-BANK', ['PSP_AS']);

export const startNotifyingBank = (parts: Partial<AppParts> = {}): Promise<Bank> =>
  startBank({ notifications: { identity: () => seal }, ...parts });

export const notify = (uri: string, content?: string): Record<string, string> => ({
  'tpp-notification-uri': uri,
  ...(content === undefined ? {} : { 'tpp-notification-content-preferred': content }),
});

/** A payment with a change to deliver. */
export async function changed(tpp: Tpp, { url }: Receiver): Promise<string> {
  const paymentId = await newPayment(tpp, {}, notify(url));
  await tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
  return paymentId;
}

/** Holds every response until the result is called. */
export function hold(receiver: Receiver, status = 200): () => void {
  let release = (): void => undefined;
  const released = new Promise<number>((resolve) => {
    release = () => resolve(status);
  });
  receiver.answer = () => released;
  return release;
}

/** Resolves when so many notifications have arrived. */
export const arrived = ({ received }: Receiver, count: number): Promise<void> =>
  vi.waitFor(() => expect(received.length).toBe(count), { timeout: 20_000, interval: 20 });
