/** Addresses of the console: the part behind #, so that every one of them is the same page to the server. */
import { useMemo, useSyncExternalStore } from 'react';

export interface Route {
  /** The screen, `overview` where the address names none. */
  readonly screen: string;
  /** What the screen shows, such as a payment's id. */
  readonly id: string | null;
  readonly query: URLSearchParams;
  /** Whether the address could not be read: it holds `%` with what is no character. */
  readonly broken: boolean;
}

export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [screen = '', id = ''] = path.split('/').map(decoded);
  const broken = screen === null || id === null;
  return { screen: screen || 'overview', id: id || null, query: new URLSearchParams(query), broken };
}

/** null: an address that was typed or cut off by hand may hold anything. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const subscribe = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parse(hash), [hash]);
}

export function hrefOf(screen: string, id?: string | null, query?: URLSearchParams): string {
  const search = query?.toString();
  return `#/${screen}${id ? `/${encodeURIComponent(id)}` : ''}${search ? `?${search}` : ''}`;
}

export function go(href: string): void {
  location.hash = href;
}

/** Changes the address without a step in the browser's history: filters, as they are typed. */
export function replace(href: string): void {
  history.replaceState(null, '', href);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
