/** A browser opens six connections to a host by HTTP/1.1, so all tabs of a TPP share the stream of one visible tab. */
import { type Bank, endpoint } from './client.ts';
import { type ListedPaymentFragment, PaymentChangesDocument } from './generated/graphql.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** null: read everything again. */
export type Change = ListedPaymentFragment | null;

export interface Watcher {
  readonly setState: (state: LiveState) => void;
  readonly notify: (change: Change) => void;
}

/** A tab sends `ASK` when it becomes visible. */
type Message =
  | { readonly kind: 'ASK' }
  | { readonly kind: 'STATE'; readonly state: LiveState }
  | { readonly kind: 'CHANGE'; readonly change: Change };

const firstWaitMs = 500;
const longestWaitMs = 15_000;

export function followWhileVisible(bank: Bank, tppId: string, watcher: Watcher): () => void {
  let stop: AbortController | null = null;
  const followOrStop = () => {
    if (document.hidden) {
      stop?.abort();
      stop = null;
    } else if (stop === null) {
      stop = new AbortController();
      void share(bank, `psd2-bank changes ${tppId} ${endpoint}`, watcher, stop.signal);
    }
  };
  followOrStop();
  document.addEventListener('visibilitychange', followOrStop);
  return () => {
    document.removeEventListener('visibilitychange', followOrStop);
    stop?.abort();
  };
}

async function share(bank: Bank, name: string, watcher: Watcher, signal: AbortSignal): Promise<void> {
  // Browsers have locks only by https or on localhost.
  if (!('locks' in navigator)) return follow(bank, watcher, signal);
  const channel = new BroadcastChannel(name);
  const say = (message: Message) => channel.postMessage(message);
  signal.addEventListener('abort', () => channel.close());
  listen(channel, watcher);
  say({ kind: 'ASK' });
  try {
    await navigator.locks.request(name, { signal }, () => lead(bank, channel, watcher, signal));
  } catch {
    // The tab became hidden before it got the lock.
  }
}

/** When the leading tab becomes live again, this tab must read everything again. */
function listen(channel: BroadcastChannel, { setState, notify }: Watcher): void {
  let live = false;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'CHANGE') notify(data.change);
    if (data.kind !== 'STATE') return;
    setState(data.state);
    if (data.state === 'live' && !live) notify(null);
    live = data.state === 'live';
  };
}

function lead(bank: Bank, channel: BroadcastChannel, { setState, notify }: Watcher, signal: AbortSignal) {
  let current: LiveState = 'connecting';
  const say = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ASK') say({ kind: 'STATE', state: current });
  };
  const watcher: Watcher = {
    setState(state) {
      current = state;
      setState(state);
      say({ kind: 'STATE', state });
    },
    notify(change) {
      notify(change);
      say({ kind: 'CHANGE', change });
    },
  };
  return follow(bank, watcher, signal);
}

async function follow(bank: Bank, { setState, notify }: Watcher, signal: AbortSignal): Promise<void> {
  let wait = firstWaitMs;
  let opened = 0;
  while (!signal.aborted) {
    const watch = {
      signal,
      opened: () => {
        setState('live');
        wait = firstWaitMs;
        // The lists may have read a moment too early.
        opened += 1;
        notify(null);
      },
    };
    try {
      for await (const { paymentStatusChanged } of bank.follow(PaymentChangesDocument, watch))
        notify(paymentStatusChanged);
    } catch {}
    if (signal.aborted) return;
    setState(opened === 0 ? 'connecting' : 'lost');
    await pause(wait, signal);
    wait = Math.min(2 * wait, longestWaitMs);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
