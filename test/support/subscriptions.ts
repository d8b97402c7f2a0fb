import { expect } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import type { Bank, Tpp } from './bank.ts';
import { injectRequest } from './inject.ts';

const query =
  'subscription ($paymentId: String!) { paymentStatusChanged(paymentId: $paymentId) { paymentId transactionStatus statusHistory { to } } }';

const queryAll =
  'subscription { paymentStatusChanged { paymentId transactionStatus statusHistory { to } basket { basketId } } }';

const url = 'http://localhost:4000/graphql';
const accept = 'text/event-stream';

/** Opens a subscription over server-sent events, to all payments without an id; returns its messages one by one. */
export function follow(on: Bank, who: Tpp, paymentId?: string) {
  return paymentId === undefined ? followBy(on, who, queryAll) : followBy(on, who, query, { paymentId });
}

export function followBy(
  on: Bank,
  who: Tpp,
  document: string,
  variables?: Readonly<Record<string, unknown>>,
) {
  const body = JSON.stringify({ query: document, variables });
  const headers = signRequest({ method: 'POST', url, headers: { accept }, body }, who.identity);
  return opened(on, headers, body);
}

/** Many of them, ten at a time: more at once are refused on a busy machine. */
export async function followMany(count: number, on: Bank, who: Tpp, paymentId?: string) {
  const streams: Awaited<ReturnType<typeof follow>>[] = [];
  while (streams.length < count) {
    const some = Array.from({ length: Math.min(10, count - streams.length) }, () =>
      follow(on, who, paymentId),
    );
    streams.push(...(await Promise.all(some)));
  }
  expect([...new Set(streams.map(({ response }) => response.status))]).toEqual([200]);
  return streams;
}

/** The same to all payments, with a token or a session instead of a signature. */
export const followAs = (on: Bank, credential: Readonly<Record<string, string>>) =>
  opened(
    on,
    new Headers({ accept, 'content-type': 'application/json', ...credential }),
    JSON.stringify({ query: queryAll }),
  );

async function opened(on: Bank, headers: Headers, body: string) {
  const response = await injectRequest(on.app, new Request(url, { method: 'POST', headers, body }));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    cancel: () => reader?.cancel(),
    async toEnd(): Promise<number> {
      for (;;) {
        const chunk = await reader?.read();
        if (!chunk || chunk.done) break;
        text += chunk.value;
      }
      expect(text).toContain('event: complete');
      return text.split('event: next').length - 1;
    },
    // biome-ignore lint/suspicious/noExplicitAny: messages of every shape
    async next(): Promise<any> {
      for (;;) {
        const found = /event: next\r?\ndata: (.*)\r?\n\r?\n/.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return JSON.parse(found[1] ?? '');
        }
        const chunk = await reader?.read();
        if (!chunk || chunk.done) throw new Error(`the stream ended: ${text}`);
        text += chunk.value;
      }
    },
  };
}
