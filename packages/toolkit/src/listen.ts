/** Follows statuses by a subscription over server-sent events. After a lost connection it reads what it missed. */
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
import { parseJson, requireNoRedirect, UnreachableError } from './send.ts';
import { readEvents } from './server-sent-events.ts';
import { signRequest } from './sign.ts';
import { startCommand } from './toolkit-line.ts';

export interface StatusNews {
  /** The time of the TPP's sandbox clock. */
  readonly at: string;
  readonly paymentId: string;
  /** null for a new payment. */
  readonly from: string | null;
  readonly to: string;
}

export interface ListenOptions extends ListenSource {
  /** Called when the stream is open. From then on no change is missed. */
  readonly onListening?: () => void;
  readonly onLost?: (why: string) => void;
  readonly retryForMs?: number;
  readonly answerWithinMs?: number;
  /** After this silence the connection counts as lost. The bank sends a comment every ten seconds. */
  readonly silentAtMostMs?: number;
}

const retryEveryMs = 500;
/** This many payments take some 15 MB. A status of a payment that is no longer remembered may be yielded twice. */
const rememberedPaymentsAtMost = 100_000;

/** Yields each new status once. Throws an UnreachableError when the service stays unreachable. */
export async function* listen(options: ListenOptions): AsyncGenerator<StatusNews> {
  const { signal = new AbortController().signal, retryForMs = 30_000 } = options;
  const memory = createMemory();
  let isFirstConnection = true;
  let lostSince: number | null = null;
  let whyLost = '';
  while (!signal.aborted) {
    let pauseMs: number | null = retryEveryMs;
    const connection = new AbortController();
    try {
      if (isFirstConnection) memory.begin(await readNewest(options));
      const messages = await openStream(options, connection, signal);
      // Since `begin` only milliseconds have passed, so the newest payments are enough. After a lost connection, any payment may
      // have changed.
      const pages = isFirstConnection ? [(await readNewest(options)).payments] : readAll(options);
      for await (const payments of pages)
        for (const payment of payments) yield* memory.newChanges(payment, 'READ');
      isFirstConnection = false;
      lostSince = null;
      options.onListening?.();
      for await (const payment of messages) yield* memory.newChanges(payment, 'EVENT');
      if (signal.aborted) return;
      whyLost = 'the service closed the stream';
    } catch (error) {
      if (signal.aborted) return;
      pauseMs = pauseMsAfter(error);
      // Only a lost connection is tried again.
      if (pauseMs === null || isFirstConnection) throw error;
      if (lostSince !== null && Date.now() - lostSince >= retryForMs) throw error;
      whyLost = (error as Error).message;
    } finally {
      connection.abort();
    }
    if (lostSince === null) options.onLost?.(whyLost);
    lostSince ??= Date.now();
    await pause(Math.min(pauseMs, retryForMs), undefined, { signal }).catch(() => undefined);
  }
}

/** null: another attempt would fail too. */
function pauseMsAfter(error: unknown): number | null {
  if (error instanceof ListenRefused) return error.retryAfterMs;
  return error instanceof UnreachableError ? retryEveryMs : null;
}

async function openStream(options: ListenOptions, connection: AbortController, signal: AbortSignal) {
  const { base, identity, paymentId, answerWithinMs = 10_000, silentAtMostMs = 30_000 } = options;
  const query = `subscription ($paymentId: String) { paymentStatusChanged(paymentId: $paymentId) ${historyFields} }`;
  const request = graphqlRequest(base, query, { paymentId }, { accept: 'text/event-stream' });
  /** Closes the connection if the work takes longer. */
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
      redirect: 'manual',
      signal: AbortSignal.any([signal, connection.signal]),
    }),
  );
  requireNoRedirect(response, request.url);
  const { status, headers, body } = response;
  const refusalOf = (text: string) => failureOf(base, { status, headers, text });
  if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
    throw refusalOf(await within(answerWithinMs, () => response.text()));
  const reader = body.getReader();
  const messages = messagesIn(() => within(silentAtMostMs, () => reader.read()), refusalOf);
  if (response.ok) return messages;
  // The stream of a refused subscription contains one message with the error. `next` reads it and throws.
  await messages.next();
  throw refusalOf('');
}

type ReadChunk = () => Promise<ReadableStreamReadResult<Uint8Array>>;

async function* messagesIn(read: ReadChunk, refusalOf: (text: string) => Error): AsyncGenerator<unknown> {
  for await (const { event, data } of readEvents(chunksOf(read))) {
    if (event === 'complete') return;
    const message = parseJson(data);
    if (message === undefined) throw new UnreachableError('The service sends a message that is not JSON.');
    if (record(message).errors !== undefined) throw refusalOf(data);
    yield at(message, 'data', 'paymentStatusChanged');
  }
}

async function* chunksOf(read: ReadChunk): AsyncGenerator<Uint8Array> {
  for (let next = await read(); !next.done; next = await read()) yield next.value;
}

/** Remembers which status changes are not new: those before the start of `listen`, and those that it has yielded. */
function createMemory() {
  /** How many changes of a payment are not new, by paymentId. The payment that changed last is at the end. */
  const counts = new Map<string, number>();
  let startTime = '';
  const remember = (paymentId: string, count: number) => {
    counts.delete(paymentId);
    counts.set(paymentId, count);
    const [oldest] = counts.keys();
    if (counts.size > rememberedPaymentsAtMost && oldest !== undefined) counts.delete(oldest);
  };
  const historyOf = (payment: unknown) => listAt(payment, 'statusHistory') as readonly StatusNews[];
  /** For a payment that is not in `counts`. An EVENT reports the last change, so this change is new whatever its time. */
  const countBeforeStart = (history: readonly StatusNews[], source: 'EVENT' | 'READ') => {
    const index = history.findIndex((change) => Date.parse(change.at) >= Date.parse(startTime));
    if (index >= 0) return index;
    return source === 'EVENT' ? history.length - 1 : history.length;
  };
  return {
    begin({ clock, payments }: Snapshot) {
      startTime = clock;
      for (const payment of payments) remember(textAt(payment, 'paymentId') ?? '', historyOf(payment).length);
    },
    *newChanges(payment: unknown, source: 'EVENT' | 'READ'): Generator<StatusNews> {
      const paymentId = textAt(payment, 'paymentId') ?? '';
      const history = historyOf(payment);
      const knownCount = counts.get(paymentId) ?? countBeforeStart(history, source);
      remember(paymentId, history.length);
      for (const change of history.slice(knownCount))
        yield { at: change.at, paymentId, from: change.from, to: change.to };
    },
  };
}
