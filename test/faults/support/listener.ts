/** A TPP that subscribes to all its payments and reads their list again after each stream. Begin reading at `startListener`. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { signRequest } from '../../../packages/toolkit/src/sign.ts';
import type { PatientTpp } from './tpp.ts';

export interface Listener {
  readonly last: ReadonlyMap<string, string>;
  readonly twice: readonly string[];
  readonly counts: { messages: number; streams: number };
  stop(): Promise<void>;
}

const subscription = JSON.stringify({
  query: 'subscription { paymentStatusChanged { paymentId transactionStatus } }',
});
const list = `query List($after: String) { payments(first: 100, after: $after) {
  nodes { paymentId transactionStatus } pageInfo { hasNextPage endCursor } } }`;

export function startListener(tpp: PatientTpp, base: () => string, newId: () => string): Listener {
  const last = new Map<string, string>();
  const twice: string[] = [];
  const counts = { messages: 0, streams: 0 };
  const ending = new AbortController();

  async function readList(): Promise<void> {
    let after: string | null = null;
    do {
      const body = JSON.stringify({ query: list, variables: { after } });
      const read = await tpp.send({
        method: 'POST',
        path: '/graphql',
        requestId: newId(),
        headers: {},
        body,
      });
      const { nodes, pageInfo } = read.json.data.payments;
      for (const { paymentId, transactionStatus } of nodes) last.set(paymentId, transactionStatus);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
  }

  /** One stream to its end. Messages during the read of the list are newer than the list. */
  async function listen(): Promise<void> {
    const heard = new Set<string>();
    const early: (() => void)[] = [];
    let hasRead = false;
    await open(tpp, base(), ending.signal, {
      async opened() {
        counts.streams += 1;
        await readList();
        hasRead = true;
        for (const one of early) one();
      },
      message({ paymentId, transactionStatus }) {
        counts.messages += 1;
        const line = `${paymentId} ${transactionStatus}`;
        if (heard.has(line)) twice.push(line);
        heard.add(line);
        const keep = () => void last.set(paymentId, transactionStatus);
        if (hasRead) keep();
        else early.push(keep);
      },
    });
  }

  const listening = (async () => {
    while (!ending.signal.aborted) {
      await listen().catch(() => undefined);
      if (!ending.signal.aborted) await sleep(50);
    }
  })();
  return {
    last,
    twice,
    counts,
    async stop() {
      ending.abort();
      await listening;
    },
  };
}

interface Told {
  readonly paymentId: string;
  readonly transactionStatus: string;
}

interface Ears {
  opened(): Promise<void>;
  message(payment: Told): void;
}

function open(tpp: PatientTpp, base: string, signal: AbortSignal, ears: Ears): Promise<void> {
  const url = `${base}/graphql`;
  const headers = signRequest(
    { method: 'POST', url, headers: { accept: 'text/event-stream' }, body: subscription },
    tpp.identity,
  );
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers: Object.fromEntries(headers), signal });
    outgoing.on('error', () => resolve());
    outgoing.on('response', (incoming) => {
      let text = '';
      incoming.on('error', () => resolve()).on('close', () => resolve());
      if (incoming.statusCode !== 200) return void incoming.resume();
      ears.opened().catch(reject);
      incoming.setEncoding('utf8').on('data', (part) => {
        text += part;
        const messages = text.split(/\r?\n\r?\n/);
        text = messages.pop() ?? '';
        for (const message of messages) {
          const data = /^event: next\r?\ndata: (.*)$/m.exec(message)?.[1];
          const payment = data === undefined ? null : JSON.parse(data).data?.paymentStatusChanged;
          if (payment) ears.message(payment);
        }
      });
    });
    outgoing.end(subscription);
  });
}
