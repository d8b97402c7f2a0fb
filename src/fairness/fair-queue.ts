/**
 * Gives slots to TPPs in a fair order. The TPP with the fewest slots is next, and no TPP may hold all of them. TPPs
 * that one TPP has created count as one.
 */
import { refuse } from '../domain/refusal.ts';
import { shareOf } from '../domain/sandbox/made-tpps.ts';

/** A second call does nothing. */
export type Leave = () => void;

export interface FairQueue {
  /** null: call `wait`. */
  tryEnter(tppId: string): Leave | null;
  /** Rejects if the TPP has too many requests waiting, or has waited too long. */
  wait(tppId: string, purpose?: string): Promise<Leave>;
  /** Call when there may be more free slots. */
  pump(): void;
  /** Rejects all waiting requests, or only those for this purpose. */
  turnAway(error: unknown, purpose?: string): void;
  inside(): number;
  waiting(): number;
}

export interface FairQueueParts {
  readonly slots: () => number;
  /** The largest number of slots, of which a TPP gets a share; by default `slots`. */
  readonly capacity?: () => number;
  /** If this many requests of a key are waiting, the next one is refused with 429. */
  readonly waitingAtMost: number;
  readonly patienceMs: number;
  readonly tooLong: () => unknown;
}

interface Waiter {
  readonly enter: (leave: Leave) => void;
  readonly refused: (error: unknown) => void;
  readonly patience: NodeJS.Timeout;
  readonly purpose: string | undefined;
}

interface Party {
  readonly key: string;
  inside: number;
  readonly waiting: Set<Waiter>;
  /** Counter value of its last entry. */
  entered: number;
}

interface Queue {
  readonly parts: FairQueueParts;
  readonly parties: Map<string, Party>;
  inside: number;
  waiting: number;
  entries: number;
}

/** A single key may not take 1 / `keptFree` of all slots. */
const keptFree = 4;

export function createFairQueue(parts: FairQueueParts): FairQueue {
  const queue: Queue = { parts, parties: new Map(), inside: 0, waiting: 0, entries: 0 };
  return {
    tryEnter: (tppId) => tryEnter(queue, shareOf(tppId)),
    wait: (tppId, purpose) => wait(queue, shareOf(tppId), purpose),
    pump: () => pump(queue),
    turnAway: (error, purpose) => turnAway(queue, error, purpose),
    inside: () => queue.inside,
    waiting: () => queue.waiting,
  };
}

function tryEnter(queue: Queue, key: string): Leave | null {
  const slots = queue.parts.slots();
  if (queue.inside >= slots) return null;
  const party = partyOf(queue, key);
  // Earlier requests of the key go first.
  if (party.waiting.size > 0 || party.inside >= shareAtMost(queue, slots)) return null;
  return enter(queue, party);
}

function wait(queue: Queue, key: string, purpose: string | undefined): Promise<Leave> {
  const { waitingAtMost, patienceMs, tooLong } = queue.parts;
  const party = partyOf(queue, key);
  if (party.waiting.size >= waitingAtMost) return Promise.reject(tooMany());
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      remove(queue, party, waiter);
      forget(queue, party);
      reject(tooLong());
    }, patienceMs).unref();
    const waiter: Waiter = { enter: resolve, refused: reject, patience, purpose };
    party.waiting.add(waiter);
    queue.waiting += 1;
    // Others may wait for their own share while slots are free.
    pump(queue);
  });
}

function pump(queue: Queue): void {
  const { slots } = queue.parts;
  for (let count = slots(); queue.waiting > 0 && queue.inside < count; count = slots()) {
    const party = nextOf(queue.parties, shareAtMost(queue, count));
    const waiter: Waiter | undefined = party?.waiting.values().next().value;
    if (party === null || waiter === undefined) return;
    remove(queue, party, waiter);
    waiter.enter(enter(queue, party));
  }
}

function turnAway(queue: Queue, error: unknown, purpose: string | undefined): void {
  for (const party of [...queue.parties.values()]) {
    for (const waiter of party.waiting) {
      if (purpose !== undefined && waiter.purpose !== purpose) continue;
      remove(queue, party, waiter);
      waiter.refused(error);
    }
    forget(queue, party);
  }
}

function enter(queue: Queue, party: Party): Leave {
  queue.inside += 1;
  queue.entries += 1;
  party.inside += 1;
  party.entered = queue.entries;
  let over = false;
  return () => {
    if (over) return;
    over = true;
    queue.inside -= 1;
    party.inside -= 1;
    forget(queue, party);
    if (queue.waiting > 0) pump(queue);
  };
}

function shareAtMost({ parts }: Queue, slots: number): number {
  const all = parts.capacity?.() ?? slots;
  return Math.max(1, all - Math.floor(all / keptFree));
}

function partyOf({ parties }: Queue, key: string): Party {
  const party = parties.get(key) ?? { key, inside: 0, waiting: new Set<Waiter>(), entered: 0 };
  parties.set(key, party);
  return party;
}

function forget({ parties }: Queue, party: Party): void {
  if (party.inside === 0 && party.waiting.size === 0 && parties.get(party.key) === party)
    parties.delete(party.key);
}

function remove(queue: Queue, party: Party, waiter: Waiter): void {
  clearTimeout(waiter.patience);
  party.waiting.delete(waiter);
  queue.waiting -= 1;
}

/** The key with the fewest slots, then the one with the oldest last entry. */
function nextOf(parties: ReadonlyMap<string, Party>, atMost: number): Party | null {
  let best: Party | null = null;
  for (const party of parties.values()) {
    if (party.waiting.size === 0 || party.inside >= atMost) continue;
    if (best === null || isBefore(party, best)) best = party;
  }
  return best;
}

const isBefore = (party: Party, other: Party): boolean =>
  party.inside < other.inside || (party.inside === other.inside && party.entered < other.entered);

function tooMany() {
  return refuse('ACCESS_EXCEEDED', {
    text: 'too many requests of this TPP are waiting; retry after the number of seconds in Retry-After',
    retryAfterSeconds: 1,
  });
}
