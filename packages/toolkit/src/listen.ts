/** Follows statuses by a subscription over server-sent events. After a lost connection, missed changes come first. */
import { setTimeout as pause } from 'node:timers/promises';
import { graphqlRequest } from './graphql.ts';
import {
  failureOf,
  historyFields,
  ListenRefused,
  type ListenSource,
  readAll,
  readNewest,
  type Snapshot,
} from './listen-reading.ts';
import { at, listAt, record, textAt } from './record.ts';
import { parse, UnreachableError } from './send.ts';
import { readEvents } from './server-sent-events.ts';
import { signRequest } from './sign.ts';
import { startCommand } from './toolkit-line.ts';

export interface StatusNews {
  /** By the clock of the TPP. */
  readonly at: string;
  readonly paymentId: string;
  /** null for a new payment. */
  readonly from: string | null;
  readonly to: string;
}

export interface ListenOptions extends ListenSource {
  /** From now on nothing is missed. */
  readonly onListening?: () => void;
  readonly onLost?: (why: string) => void;
  readonly retryForMs?: number;
  readonly answerWithinMs?: number;
  /** After this silence the connection counts as lost. The bank sends a comment every ten seconds. */
  readonly silentAtMostMs?: number;
}

const retryEveryMs = 500;
/** Some 15 MB. For older payments a status may be yielded twice. */
const knownAtMost = 100_000;

/** Yields each new status once. Throws an UnreachableError when the service stays unreachable. */
export async function* listen(options: ListenOptions): AsyncGenerator<StatusNews> {
  const { signal = new AbortController().signal, retryForMs = 30_000 } = options;
  const memory = createMemory();
  let first = true;
  let lostSince: number | null = null;
  let why = '';
  while (!signal.aborted) {
    let pauseMs: number | null = retryEveryMs;
    const connection = new AbortController();
    try {
      if (first) memory.begin(await readNewest(options));
      const messages = await open(options, connection, signal);
      // At first only changes since the start can be missing; after a lost connection any payment may have changed.
      const missedPayments = first ? [(await readNewest(options)).payments] : readAll(options);
      for await (const payments of missedPayments)
        for (const payment of payments) yield* memory.newChanges(payment, 'READ');
      first = false;
      lostSince = null;
      options.onListening?.();
      for await (const payment of messages) yield* memory.newChanges(payment, 'EVENT');
      if (signal.aborted) return;
      why = 'the service closed the stream';
    } catch (error) {
      if (signal.aborted) return;
      pauseMs = pauseAfter(error);
      if (pauseMs === null || first) throw error;
      if (lostSince !== null && Date.now() - lostSince >= retryForMs) throw error;
      why = (error as Error).message;
    } finally {
      connection.abort();
    }
    if (lostSince === null) options.onLost?.(why);
    lostSince ??= Date.now();
    await pause(Math.min(pauseMs, retryForMs), undefined, { signal }).catch(() => undefined);
  }
}

function pauseAfter(error: unknown): number | null {
  if (error instanceof ListenRefused) return error.retryAfterMs;
  return error instanceof UnreachableError ? retryEveryMs : null;
}

async function open(options: ListenOptions, connection: AbortController, signal: AbortSignal) {
  const { base, identity, paymentId, answerWithinMs = 10_000, silentAtMostMs = 30_000 } = options;
  const query = `subscription ($paymentId: String) { paymentStatusChanged(paymentId: $paymentId) ${historyFields} }`;
  const request = graphqlRequest(base, query, { paymentId }, { accept: 'text/event-stream' });
  const within = async <Value>(milliseconds: number, work: () => Promise<Value>): Promise<Value> => {
    const timer = setTimeout(() => connection.abort(), milliseconds);
    try {
      return await work();
    } catch {
      throw new UnreachableError(`Nothing answers at ${base}; is the service running (${startCommand})?`);
    } finally {
      clearTimeout(timer);
    }
  };
  const response = await within(answerWithinMs, () =>
    fetch(request.url, {
      method: 'POST',
      headers: signRequest(request, identity),
      body: request.body,
      signal: AbortSignal.any([signal, connection.signal]),
    }),
  );
  const { status, headers, body } = response;
  const refusal = (text: string) => failureOf(base, { status, headers, text });
  if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
    throw refusal(await within(answerWithinMs, () => response.text()));
  const reader = body.getReader();
  const messages = messagesIn(() => within(silentAtMostMs, () => reader.read()), refusal);
  // The stream of a refusal contains its error, which `next` throws.
  if (!response.ok && (await messages.next()).done) throw refusal('');
  return messages;
}

type Read = () => Promise<ReadableStreamReadResult<Uint8Array>>;

async function* messagesIn(read: Read, refusal: (text: string) => Error): AsyncGenerator<unknown> {
  for await (const { event, data } of readEvents(chunksOf(read))) {
    if (event === 'complete') return;
    const message = parse(data);
    if (message === undefined) throw new UnreachableError('The service sends a message that is not JSON.');
    if (record(message).errors !== undefined) throw refusal(data);
    yield at(message, 'data', 'paymentStatusChanged');
  }
}

async function* chunksOf(read: Read): AsyncGenerator<Uint8Array> {
  for (let next = await read(); !next.done; next = await read()) yield next.value;
}

function createMemory() {
  const yielded = new Map<string, number>();
  let since = '';
  const remember = (paymentId: string, count: number) => {
    yielded.delete(paymentId);
    yielded.set(paymentId, count);
    const [oldest] = yielded.keys();
    if (yielded.size > knownAtMost && oldest !== undefined) yielded.delete(oldest);
  };
  const historyOf = (payment: unknown) =>
    listAt(payment, 'statusHistory') as readonly Omit<StatusNews, 'paymentId'>[];
  return {
    begin({ clock, payments }: Snapshot) {
      since = clock;
      for (const payment of payments) remember(textAt(payment, 'paymentId') ?? '', historyOf(payment).length);
    },
    /** EVENT: the bank has reported a change, so at least the last one is new. */
    *newChanges(payment: unknown, source: 'EVENT' | 'READ'): Generator<StatusNews> {
      const paymentId = textAt(payment, 'paymentId') ?? '';
      const history = historyOf(payment);
      const firstSince = history.findIndex((change) => Date.parse(change.at) >= Date.parse(since));
      const firstNew = firstSince < 0 ? history.length - (source === 'EVENT' ? 1 : 0) : firstSince;
      const from = yielded.get(paymentId) ?? firstNew;
      remember(paymentId, history.length);
      for (const change of history.slice(from))
        yield { at: change.at, paymentId, from: change.from, to: change.to };
    },
  };
}
