/**
 * Requests whose bodies have not arrived in full. They do not count among the requests that are worked on; they have
 * limits of their own, in all and per address, so that a client that sends incomplete bodies cannot use up the places
 * of others.
 */

/** Answers a function that counts a waiting request of an address; it answers how to end that count, or null where a limit is reached. */
export function createWaiting(atMost: number, perAddress: number) {
  const byAddress = new Map<string | null, number>();
  let all = 0;
  return (address: string | null): (() => void) | null => {
    const count = byAddress.get(address) ?? 0;
    if (all >= atMost || count >= perAddress) return null;
    all += 1;
    byAddress.set(address, count + 1);
    return () => {
      all -= 1;
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    };
  };
}
