import { useMemo, useSyncExternalStore } from 'react';

export interface Route {
  readonly screen: string;
  readonly id: string | null;
  readonly query: URLSearchParams;
  /** The address has a `%` that encodes no character. */
  readonly broken: boolean;
}

export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [screen = '', id = ''] = path.split('/').map(decoded);
  const broken = screen === null || id === null;
  return { screen: screen || 'overview', id: id || null, query: new URLSearchParams(query), broken };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const listeners = new Set<() => void>();

/** In one task: otherwise React would show the screen that is left with the address of the next one. */
const notify = () => {
  for (const changed of listeners) changed();
};

const subscribe = (changed: () => void) => {
  addEventListener('hashchange', notify);
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parse(hash), [hash]);
}

export function hrefOf(screen: string, id?: string | null, query?: URLSearchParams): string {
  const search = query?.toString();
  return `#/${screen}${id ? `/${encodeURIComponent(id)}` : ''}${search ? `?${search}` : ''}`;
}

/** The same again when the browser goes back or forward to it. */
export const historyEntry = (): string => `${window.navigation?.currentEntry?.key} ${location.hash}`;

export function go(href: string): void {
  location.hash = href;
}

/** Adds no step to the browser's history, because filters change at every key. */
export function replace(href: string): void {
  history.replaceState(null, '', href);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
