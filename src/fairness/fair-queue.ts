/**
 * Shares slots fairly: the TPP that holds the fewest is next, and none may hold all, so that the load of one does not
 * slow others. TPPs that one TPP has made count as one. While slots are free it costs one read of a map. Start at `createFairQueue`.
 */
import { refuse } from '../domain/refusal.ts';
import { shareOf } from '../domain/sandbox/made-tpps.ts';

/** Releases the slot; a second call does nothing. */
export type Leave = () => void;

export interface FairQueue {
  /** A slot at once, or null when `wait` is needed. */
  tryEnter(tppId: string): Leave | null;
  /** A slot when one is free; rejects when the TPP has too many waiting, or has waited too long. `purpose`: what it is for. */
  wait(tppId: string, purpose?: string): Promise<Leave>;
  /** Checks again: there may be more slots than before. */
  pump(): void;
  /** Rejects all that wait, or those alone that wait for this purpose. */
  turnAway(error: unknown, purpose?: string): void;
  inside(): number;
  waiting(): number;
}

export interface FairQueueParts {
  /** How many slots there are now. */
  readonly slots: () => number;
  /** How many there may become, by which shares are counted; absent: those that there are. */
  readonly capacity?: () => number;
  /** How many of one key may wait; the next one is refused with 429. */
  readonly waitingAtMost: number;
  readonly patienceMs: number;
  /** The error for a wait of `patienceMs`. */
  readonly tooLong: () => unknown;
}

interface Waiter {
  readonly enter: (leave: Leave) => void;
  readonly refused: (error: unknown) => void;
  readonly patience: NodeJS.Timeout;
  readonly purpose: string | undefined;
}

/** The state of a key while it holds or waits for a slot. */
interface Party {
  inside: number;
  readonly waiting: Set<Waiter>;
  /** When it last got a slot: a counter. */
  entered: number;
}

/** The fraction of all slots (1 / `keptFree`) that no single key may take. */
const keptFree = 4;

export function createFairQueue(parts: FairQueueParts): FairQueue {
  const parties = new Map<string, Party>();
  let inside = 0;
  let waiting = 0;
  let entries = 0;

  function atMost(slots: number): number {
    const all = parts.capacity?.() ?? slots;
    return Math.max(1, all - Math.floor(all / keptFree));
  }

  function partyOf(key: string): Party {
    const known = parties.get(key) ?? { inside: 0, waiting: new Set<Waiter>(), entered: 0 };
    parties.set(key, known);
    return known;
  }

  function forget(key: string, party: Party): void {
    if (party.inside === 0 && party.waiting.size === 0 && parties.get(key) === party) parties.delete(key);
  }

  function enter(key: string, party: Party): Leave {
    inside += 1;
    entries += 1;
    party.inside += 1;
    party.entered = entries;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      inside -= 1;
      party.inside -= 1;
      forget(key, party);
      if (waiting > 0) pump();
    };
  }

  function pump(): void {
    for (let slots = parts.slots(); waiting > 0 && inside < slots; slots = parts.slots()) {
      const next = nextOf(parties, atMost(slots));
      const waiter: Waiter | undefined = next?.[1].waiting.values().next().value;
      if (next === null || waiter === undefined) return;
      const [key, party] = next;
      remove(party, waiter);
      waiter.enter(enter(key, party));
    }
  }

  function remove(party: Party, waiter: Waiter): void {
    clearTimeout(waiter.patience);
    party.waiting.delete(waiter);
    waiting -= 1;
  }

  function wait(tppId: string, purpose?: string): Promise<Leave> {
    const key = shareOf(tppId);
    const party = partyOf(key);
    if (party.waiting.size >= parts.waitingAtMost) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        remove(party, waiter);
        forget(key, party);
        reject(parts.tooLong());
      }, parts.patienceMs).unref();
      const waiter: Waiter = { enter: resolve, refused: reject, patience, purpose };
      party.waiting.add(waiter);
      waiting += 1;
      // Others may wait for their own share while slots are free.
      pump();
    });
  }

  return {
    tryEnter(tppId) {
      const key = shareOf(tppId);
      const slots = parts.slots();
      if (inside >= slots) return null;
      const party = partyOf(key);
      // Earlier waiting requests of the key go first.
      if (party.waiting.size > 0 || party.inside >= atMost(slots)) return null;
      return enter(key, party);
    },
    wait,
    pump,
    turnAway(error, purpose) {
      for (const [key, party] of [...parties]) {
        for (const waiter of party.waiting) {
          if (purpose !== undefined && waiter.purpose !== purpose) continue;
          remove(party, waiter);
          waiter.refused(error);
        }
        forget(key, party);
      }
    },
    inside: () => inside,
    waiting: () => waiting,
  };
}

/**
 * Among the keys that wait and may hold one more: the one with the fewest slots, then the one whose last slot was
 * longest ago.
 */
function nextOf(parties: ReadonlyMap<string, Party>, atMost: number): [string, Party] | null {
  let best: [string, Party] | null = null;
  for (const [key, party] of parties) {
    if (party.waiting.size === 0 || party.inside >= atMost) continue;
    const [, other] = best ?? [];
    if (
      other === undefined ||
      party.inside < other.inside ||
      (party.inside === other.inside && party.entered < other.entered)
    )
      best = [key, party];
  }
  return best;
}

function tooMany() {
  return refuse('ACCESS_EXCEEDED', {
    text: 'too many requests of this TPP wait already; try again after Retry-After',
    retryAfterSeconds: 1,
  });
}
