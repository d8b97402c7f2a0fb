/** PSU ids in calls to the bank: an id of one TPP must not come in a call of another. */
import type { Exchange } from './proxy.ts';

const names = ['psu-id', 'tpp-session-id', 'x-request-id'] as const;

export interface Sessions {
  seen(exchange: Exchange): void;
  crossed(): string[];
  counts(): Readonly<Record<string, number>>;
}

export function watchSessions(): Sessions {
  const owners = new Map<string, Set<string>>();
  return {
    seen({ side, headers }) {
      if (side !== 'upstream') return;
      const tpp = String(headers['tpp-brand-logging-information']);
      for (const name of names) {
        const id = headers[name];
        if (id === undefined) continue;
        const key = `${name} ${id}`;
        owners.set(key, (owners.get(key) ?? new Set()).add(tpp));
      }
    },
    crossed: () =>
      [...owners].filter(([, tpps]) => tpps.size > 1).map(([id, tpps]) => `${id} of ${[...tpps]}`),
    counts: () =>
      Object.fromEntries(
        names.map((name) => [name, [...owners.keys()].filter((key) => key.startsWith(name)).length]),
      ),
  };
}
