/**
 * New statuses of a TPP's payments as they come, by a signed subscription over server-sent events. A broken stream
 * is opened again, and missed changes are yielded first.
 */
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
  /** null for a creation. */
  readonly from: string | null;
  readonly to: string;
}

export interface ListenOptions extends ListenSource {
  /** Called when the stream is open: from now on nothing is missed. */
  readonly onListening?: () => void;
  /** Called once when the service cannot be reached any more. */
  readonly onLost?: () => void;
  /** For how long to retry when the service is not reachable. */
  readonly retryForMs?: number;
}

const retryEveryMs = 500;
/** For how many payments the yielded changes are remembered, some 15 MB; for others a status may be yielded twice. */
const knownAtMost = 100_000;

/** Yields each new status once. Throws an UnreachableError when the service stays unreachable. */
export async function* listen(options: ListenOptions): AsyncGenerator<StatusNews> {
  const { signal = new AbortController().signal, retryForMs = 30_000 } = options;
  const memory = createMemory();
  let first = true;
  let lostSince: number | null = null;
  while (!signal.aborted) {
    try {
      if (first) memory.begin(await readNewest(options));
      const messages = await open(options, signal);
      // At first only changes since the beginning can be missing; after a break any payment may have changed.
      const missedPayments = first ? [(await readNewest(options)).payments] : readAll(options);
      for await (const payments of missedPayments)
        for (const payment of payments) yield* memory.news(payment, false);
      first = false;
      lostSince = null;
      options.onListening?.();
      for await (const payment of messages) yield* memory.news(payment);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof UnreachableError) || first) throw error;
      if (lostSince !== null && Date.now() - lostSince >= retryForMs) throw error;
    }
    if (lostSince === null) options.onLost?.();
    lostSince ??= Date.now();
    await pause(retryEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Opens the stream; nothing is missed once it is open. */
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

/** Remembers how much of each payment's history has been yielded. */
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
    /** Only what comes after this is new. */
    begin({ clock, payments }: Snapshot) {
      since = clock;
      for (const payment of payments) remember(textAt(payment, 'paymentId') ?? '', historyOf(payment).length);
    },
    /**
     * The changes of a payment that have not been yielded. `certain`: an event was received, so at least the last one
     * is new.
     */
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
