/**
 * One stream of changes for all tabs of this browser that show the same TPP. The visible tab that holds the lock follows the
 * bank, and tells the other visible tabs; a hidden tab holds neither. A browser opens six connections to a host by HTTP/1.1:
 * a stream in every tab would leave none for questions. Start at `followWhileVisible`.
 */
import { type Bank, endpoint } from './client.ts';
import { type ListedPaymentFragment, PaymentChangesDocument } from './generated/graphql.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** A payment that is new or has a new status; null: read everything again. */
export type Change = ListedPaymentFragment | null;

export interface Watcher {
  readonly setState: (state: LiveState) => void;
  readonly tell: (change: Change) => void;
}

/** What tabs say to each other; `ASK` is said by a tab that has become visible. */
type Message =
  | { readonly kind: 'ASK' }
  | { readonly kind: 'STATE'; readonly state: LiveState }
  | { readonly kind: 'CHANGE'; readonly change: Change };

const firstWaitMs = 500;
const longestWaitMs = 15_000;

/** Follows the changes of the TPP whenever this tab can be seen; answers how to stop. */
export function followWhileVisible(bank: Bank, tppId: string, watcher: Watcher): () => void {
  let stop: AbortController | null = null;
  const look = () => {
    if (document.hidden) {
      stop?.abort();
      stop = null;
    } else if (stop === null) {
      stop = new AbortController();
      void share(bank, `psd2-bank changes ${tppId} ${endpoint}`, watcher, stop.signal);
    }
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    stop?.abort();
  };
}

/** Follows the bank once this tab has the lock, and listens to the tab that has it until then. */
async function share(bank: Bank, name: string, watcher: Watcher, signal: AbortSignal): Promise<void> {
  // Browsers have locks only where the page came by https or from this machine.
  if (!('locks' in navigator)) return follow(bank, watcher, signal);
  const channel = new BroadcastChannel(name);
  const say = (message: Message) => channel.postMessage(message);
  signal.addEventListener('abort', () => channel.close());
  listen(channel, watcher);
  say({ kind: 'ASK' });
  try {
    await navigator.locks.request(name, { signal }, () => lead(bank, channel, watcher, signal));
  } catch {
    // The tab was hidden before it had the lock.
  }
}

/** Takes over what the leading tab says; after a time without it everything is read again. */
function listen(channel: BroadcastChannel, { setState, tell }: Watcher): void {
  let live = false;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'CHANGE') tell(data.change);
    if (data.kind !== 'STATE') return;
    setState(data.state);
    if (data.state === 'live' && !live) tell(null);
    live = data.state === 'live';
  };
}

/** Follows the bank and passes on what it hears. */
function lead(bank: Bank, channel: BroadcastChannel, { setState, tell }: Watcher, signal: AbortSignal) {
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
    tell(change) {
      tell(change);
      say({ kind: 'CHANGE', change });
    },
  };
  return follow(bank, watcher, signal);
}

/** Follows the bank until `signal`, by stream after stream. */
async function follow(bank: Bank, { setState, tell }: Watcher, signal: AbortSignal): Promise<void> {
  let wait = firstWaitMs;
  let opened = 0;
  while (!signal.aborted) {
    const watch = {
      signal,
      opened: () => {
        setState('live');
        wait = firstWaitMs;
        // The lists have read already when it opens for the first time, but perhaps a moment too early.
        opened += 1;
        tell(null);
      },
    };
    try {
      for await (const { paymentStatusChanged } of bank.follow(PaymentChangesDocument, watch))
        tell(paymentStatusChanged);
    } catch {
      // Tries again, whatever ended the stream.
    }
    if (signal.aborted) return;
    setState(opened === 0 ? 'connecting' : 'lost');
    await pause(wait, signal);
    wait = Math.min(2 * wait, longestWaitMs);
  }
}

/** Waits so many milliseconds, or until `signal`. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
