/**
 * Changes of payments, by one subscription for the whole console. Screens that show payments listen; after the stream
 * was lost and opened again all of them read anew, so that nothing is missed.
 */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Bank } from './client.ts';
import { type ListedPaymentFragment, PaymentChangesDocument } from './generated/graphql.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** A payment that is new or has a new status; null: read everything again. */
type Listener = (change: ListedPaymentFragment | null) => void;

interface Live {
  readonly state: LiveState;
  listen(listener: Listener): () => void;
}

const LiveContext = createContext<Live>({ state: 'connecting', listen: () => () => undefined });

const firstWaitMs = 500;
const longestWaitMs = 15_000;

export function LiveProvider({ bank, children }: { readonly bank: Bank; readonly children: ReactNode }) {
  const [state, setState] = useState<LiveState>('connecting');
  const listeners = useRef(new Set<Listener>());
  useEffect(() => {
    const stop = new AbortController();
    const tell = (change: ListedPaymentFragment | null) => {
      for (const listener of listeners.current) listener(change);
    };
    void keepFollowing(bank, stop.signal, setState, tell);
    return () => stop.abort();
  }, [bank]);
  const live = useMemo<Live>(
    () => ({
      state,
      listen(listener) {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [state],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

async function keepFollowing(
  bank: Bank,
  signal: AbortSignal,
  setState: (state: LiveState) => void,
  tell: Listener,
): Promise<void> {
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
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(2 * wait, longestWaitMs);
  }
}

export const useLiveState = (): LiveState => useContext(LiveContext).state;

/** Calls the newest `listener` with every change. */
export function useLive(listener: Listener): void {
  const { listen } = useContext(LiveContext);
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => listen((change) => newest.current(change)), [listen]);
}
