/** All tabs share one subscription. After a break all listeners read again, so that no change is lost. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Bank } from './client.ts';
import { type Change, followWhileVisible, type LiveState } from './shared-stream.ts';

type Listener = (change: Change) => void;

interface Live {
  readonly state: LiveState;
  listen(listener: Listener): () => void;
}

const LiveContext = createContext<Live>({ state: 'connecting', listen: () => () => undefined });

interface LiveProviderProps {
  readonly bank: Bank;
  readonly tppId: string;
  readonly children: ReactNode;
}

export function LiveProvider({ bank, tppId, children }: LiveProviderProps) {
  const [state, setState] = useState<LiveState>('connecting');
  const listeners = useRef(new Set<Listener>());
  useEffect(() => {
    const notify = (change: Change) => {
      for (const listener of listeners.current) listener(change);
    };
    return followWhileVisible(bank, tppId, { setState, notify });
  }, [bank, tppId]);
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

export const useLiveState = (): LiveState => useContext(LiveContext).state;

export function useLive(listener: Listener): void {
  const { listen } = useContext(LiveContext);
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => listen((change) => newest.current(change)), [listen]);
}
