/**
 * Requests whose bodies are still on their way. They take no place among those that are worked on, but they are counted:
 * so many in all, and so many from one address, so that whoever sends bodies by halves shuts nobody else out.
 */

export interface Waiting {
  /** Takes a place to wait in; answers how to give it back, or null when there is none left. */
  enter(address: string | null): (() => void) | null;
}

export function createWaiting(atMost: number, perAddress: number): Waiting {
  const byAddress = new Map<string | null, number>();
  let all = 0;
  return {
    enter(address) {
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
    },
  };
}
