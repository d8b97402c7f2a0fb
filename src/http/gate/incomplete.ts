/**
 * Requests whose bodies have not arrived in full. They do not count among the requests that are worked on; they have
 * limits of their own, in all and per address, so that a client that sends incomplete bodies cannot use up the slots
 * of others.
 */

export interface IncompleteRequests {
  /** Counts a request of an address; returns how to end that count, once, or null at a limit. */
  enter(address: string | null): (() => void) | null;
  count(): number;
}

export function createIncompleteRequests(atMost: number, perAddress: number): IncompleteRequests {
  const byAddress = new Map<string | null, number>();
  let all = 0;

  function leave(address: string | null): void {
    all -= 1;
    const left = (byAddress.get(address) ?? 1) - 1;
    if (left === 0) byAddress.delete(address);
    else byAddress.set(address, left);
  }

  return {
    enter(address) {
      const count = byAddress.get(address) ?? 0;
      if (all >= atMost || count >= perAddress) return null;
      all += 1;
      byAddress.set(address, count + 1);
      let inside = true;
      return () => {
        if (inside) leave(address);
        inside = false;
      };
    },
    count: () => all,
  };
}
