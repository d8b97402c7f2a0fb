import { randomUUID } from 'node:crypto';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { type Bank, psuHeaders, type Tpp } from '../support/bank.ts';

/** Locks payments and authorisations until the result is called. */
export async function holdDatabase({ sql }: Pick<Bank, 'sql'>): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let taken: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const ended = sql.begin(async (tx) => {
    await tx`lock table payments, authorisations in access exclusive mode`;
    taken();
    await released;
  });
  await Promise.race([held, ended]);
  return async () => {
    release();
    await ended;
  };
}

export const origin = 'http://localhost:4000';

export function subscription(tpp: Tpp, paymentId: string, base = origin, extraHeaders = {}): Request {
  const url = `${base}/graphql`;
  const query = 'subscription ($id: String!) { paymentStatusChanged(paymentId: $id) { transactionStatus } }';
  const body = JSON.stringify({ query, variables: { id: paymentId } });
  const signed = { method: 'POST', url, headers: { accept: 'text/event-stream', ...extraHeaders }, body };
  return new Request(url, { method: 'POST', headers: signRequest(signed, tpp.identity), body });
}

export function trickling(tpp: Tpp, path: string): { request: Request; read: () => number } {
  let pulled = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        pulled += 1;
        if (pulled === 1) controller.enqueue(new TextEncoder().encode('{'));
        return pulled === 1 ? undefined : new Promise<void>(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const url = `${origin}${path}`;
  const given = { ...psuHeaders, 'x-request-id': randomUUID() };
  const headers = signRequest({ method: 'POST', url, headers: given, body: 'x' }, tpp.identity);
  const request = new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  return { request, read: () => pulled };
}

export async function samples(bank: Pick<Bank, 'fetch'>): Promise<ReadonlyMap<string, number>> {
  const text = await (await bank.fetch('/metrics')).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}
