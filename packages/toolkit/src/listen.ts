/** Follows statuses by a signed subscription over server-sent events. After a lost connection, missed changes come first. */
import { setTimeout as pause } from 'node:timers/promises';
import { graphqlRequest } from './graphql.ts';
import {
  faultIn,
  historyFields,
  ListenRefused,
  type ListenSource,
  readAll,
  readNewest,
  type Snapshot,
} from './listen-reading.ts';
import { at, listAt, record, textAt } from './record.ts';
import { UnreachableError } from './send.ts';
import { readEvents } from './server-sent-events.ts';
import { signRequest } from './sign.ts';

export interface StatusNews {
  /** By the clock of the TPP. */
  readonly at: string;
  readonly paymentId: string;
  /** null for a new payment. */
  readonly from: string | null;
  readonly to: string;
}

export interface ListenOptions extends ListenSource {
  /** The stream is open: from now on nothing is missed. */
  readonly onListening?: () => void;
  /** Called once when the connection is lost, with the reason. */
  readonly onLost?: (why: string) => void;
  readonly retryForMs?: number;
}

const retryEveryMs = 500;
/** The bound of the memory, some 15 MB; for older payments a status may be yielded twice. */
const knownAtMost = 100_000;

/** Yields each new status once. Throws an UnreachableError when the service stays unreachable. */
export async function* listen(options: ListenOptions): AsyncGenerator<StatusNews> {
  const { signal = new AbortController().signal, retryForMs = 30_000 } = options;
  const memory = createMemory();
  let first = true;
  let lostSince: number | null = null;
  let why = '';
  while (!signal.aborted) {
    try {
      if (first) memory.begin(await readNewest(options));
      const messages = await open(options, signal);
      // At first only changes since the start can be missing; after a lost connection any payment may have changed.
      const missedPayments = first ? [(await readNewest(options)).payments] : readAll(options);
      for await (const payments of missedPayments)
        for (const payment of payments) yield* memory.news(payment, false);
      first = false;
      lostSince = null;
      options.onListening?.();
      for await (const payment of messages) yield* memory.news(payment);
      if (signal.aborted) return;
      why = 'the service closed the stream';
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof UnreachableError) || first) throw error;
      if (lostSince !== null && Date.now() - lostSince >= retryForMs) throw error;
      why = error.message;
    }
    if (lostSince === null) options.onLost?.(why);
    lostSince ??= Date.now();
    await pause(retryEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

async function open({ base, identity, paymentId }: ListenOptions, signal: AbortSignal) {
  const one = paymentId !== undefined;
  const query = `subscription${one ? ' ($paymentId: String)' : ''} { paymentStatusChanged${one ? '(paymentId: $paymentId)' : ''} ${historyFields} }`;
  const accept = { accept: 'text/event-stream' };
  const request = graphqlRequest(base, query, one ? { paymentId } : undefined, accept);
  const lost = () => new UnreachableError(`Nothing answers at ${base}; is the service running (npm start)?`);
  let response: Response;
  try {
    const headers = signRequest(request, identity);
    response = await fetch(request.url, { method: 'POST', headers, body: request.body, signal });
  } catch {
    throw lost();
  }
  if (response.status >= 500) throw new UnreachableError(`${base} failed with HTTP ${response.status}.`);
  if (response.body === null || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new ListenRefused(`HTTP ${response.status}: ${faultIn(await response.text())}`);
  return messagesIn(response.body, lost);
}

async function* messagesIn(body: ReadableStream<Uint8Array>, lost: () => Error): AsyncGenerator<unknown> {
  const events = readEvents(body);
  for (;;) {
    const { value, done } = await events.next().catch(() => {
      throw lost();
    });
    if (done || value.event === 'complete') return;
    const message: unknown = JSON.parse(value.data);
    if (record(message).errors !== undefined) throw new ListenRefused(faultIn(value.data));
    yield at(message, 'data', 'paymentStatusChanged');
  }
}

export { ListenRefused };

/** Remembers how much of each payment's history was yielded. */
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
    /** Yields the changes that were not yielded yet. `certain`: an event came in, so at least the last change is new. */
    *news(payment: unknown, certain = true): Generator<StatusNews> {
      const paymentId = textAt(payment, 'paymentId') ?? '';
      const history = historyOf(payment);
      const later = history.findIndex((change) => Date.parse(change.at) >= Date.parse(since));
      const fresh = later < 0 ? history.length - (certain ? 1 : 0) : later;
      const from = yielded.get(paymentId) ?? fresh;
      remember(paymentId, history.length);
      for (const change of history.slice(from))
        yield { at: change.at, paymentId, from: change.from, to: change.to };
    },
  };
}
