/**
 * Shares slots among tenants: a free slot goes to the waiting tenant that holds the fewest.
 * A tenant is a TPP, or all TPPs that one TPP has created in a sandbox (`limitKeyOf`).
 */
import { refuse } from '../domain/refusal.ts';
import { limitKeyOf } from '../domain/sandbox/generated-tpps.ts';

/** A second call does nothing. */
export type ReleaseSlot = () => void;

export interface FairQueue {
  /** null: no slot is free for this TPP. */
  tryTakeSlot(tppId: string): ReleaseSlot | null;
  /** Rejects if too many requests of the TPP are waiting, or after `patienceMs`. */
  wait(tppId: string, purpose?: string): Promise<ReleaseSlot>;
  /** Call it when the number of slots has grown. */
  assignFreeSlots(): void;
  /** Rejects the waiting requests with this purpose; without `purpose`: all waiting requests. */
  rejectWaiting(error: unknown, purpose?: string): void;
  slotsInUse(): number;
  waiterCount(): number;
}

export interface FairQueueParts {
  /** The number of all slots, free or in use. */
  readonly slots: () => number;
  /** The number to which `slots()` may grow, by default `slots()`. One tenant may hold three quarters of `capacity()`. */
  readonly capacity?: () => number;
  /** If this many requests of a tenant wait, a further request of the tenant is refused with 429. */
  readonly waitingAtMost: number;
  readonly patienceMs: number;
  readonly timeoutError: () => unknown;
}

interface Waiter {
  readonly resolve: (release: ReleaseSlot) => void;
  readonly reject: (error: unknown) => void;
  readonly timeout: NodeJS.Timeout;
  readonly purpose: string | undefined;
}

interface Tenant {
  readonly key: string;
  slotsInUse: number;
  readonly waiters: Set<Waiter>;
  /** The `slotsGiven` of the queue when this tenant last got a slot. A lower number is longer ago. */
  lastSlotNumber: number;
}

interface Queue {
  readonly parts: FairQueueParts;
  readonly tenants: Map<string, Tenant>;
  slotsInUse: number;
  waiterCount: number;
  /** How many slots the queue has given since the start. */
  slotsGiven: number;
}

/** A quarter of the slots stays free for other tenants. */
const reservedShare = 1 / 4;

export function createFairQueue(parts: FairQueueParts): FairQueue {
  const queue: Queue = { parts, tenants: new Map(), slotsInUse: 0, waiterCount: 0, slotsGiven: 0 };
  return {
    tryTakeSlot: (tppId) => tryTakeSlot(queue, limitKeyOf(tppId)),
    wait: (tppId, purpose) => wait(queue, limitKeyOf(tppId), purpose),
    assignFreeSlots: () => assignFreeSlots(queue),
    rejectWaiting: (error, purpose) => rejectWaiting(queue, error, purpose),
    slotsInUse: () => queue.slotsInUse,
    waiterCount: () => queue.waiterCount,
  };
}

function tryTakeSlot(queue: Queue, key: string): ReleaseSlot | null {
  const total = queue.parts.slots();
  if (queue.slotsInUse >= total) return null;
  const tenant = tenantOf(queue, key);
  // Earlier requests of the tenant go first.
  if (tenant.waiters.size > 0 || tenant.slotsInUse >= maxSlotsOfTenant(queue, total)) return null;
  return takeSlot(queue, tenant);
}

function wait(queue: Queue, key: string, purpose: string | undefined): Promise<ReleaseSlot> {
  const { waitingAtMost, patienceMs, timeoutError } = queue.parts;
  const tenant = tenantOf(queue, key);
  if (tenant.waiters.size >= waitingAtMost) return Promise.reject(tooManyWaiting());
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      removeWaiter(queue, tenant, waiter);
      deleteIfIdle(queue, tenant);
      reject(timeoutError());
    }, patienceMs).unref();
    const waiter: Waiter = { resolve, reject, timeout, purpose };
    tenant.waiters.add(waiter);
    queue.waiterCount += 1;
    // A slot can be free although others wait: their tenants hold as many slots as a tenant may hold.
    assignFreeSlots(queue);
  });
}

function assignFreeSlots(queue: Queue): void {
  const total = queue.parts.slots();
  const maxSlots = maxSlotsOfTenant(queue, total);
  while (queue.waiterCount > 0 && queue.slotsInUse < total) {
    const tenant = nextTenant(queue.tenants, maxSlots);
    const waiter: Waiter | undefined = tenant?.waiters.values().next().value;
    if (tenant === null || waiter === undefined) return;
    removeWaiter(queue, tenant, waiter);
    waiter.resolve(takeSlot(queue, tenant));
  }
}

function rejectWaiting(queue: Queue, error: unknown, purpose: string | undefined): void {
  for (const tenant of queue.tenants.values()) {
    for (const waiter of tenant.waiters) {
      if (purpose !== undefined && waiter.purpose !== purpose) continue;
      removeWaiter(queue, tenant, waiter);
      waiter.reject(error);
    }
    deleteIfIdle(queue, tenant);
  }
}

function takeSlot(queue: Queue, tenant: Tenant): ReleaseSlot {
  queue.slotsInUse += 1;
  queue.slotsGiven += 1;
  tenant.slotsInUse += 1;
  tenant.lastSlotNumber = queue.slotsGiven;
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    queue.slotsInUse -= 1;
    tenant.slotsInUse -= 1;
    deleteIfIdle(queue, tenant);
    if (queue.waiterCount > 0) assignFreeSlots(queue);
  };
}

function maxSlotsOfTenant({ parts }: Queue, total: number): number {
  const capacity = parts.capacity?.() ?? total;
  return Math.max(1, capacity - Math.floor(capacity * reservedShare));
}

function tenantOf({ tenants }: Queue, key: string): Tenant {
  const tenant = tenants.get(key) ?? { key, slotsInUse: 0, waiters: new Set<Waiter>(), lastSlotNumber: 0 };
  tenants.set(key, tenant);
  return tenant;
}

function deleteIfIdle({ tenants }: Queue, tenant: Tenant): void {
  if (tenant.slotsInUse === 0 && tenant.waiters.size === 0) tenants.delete(tenant.key);
}

function removeWaiter(queue: Queue, tenant: Tenant, waiter: Waiter): void {
  clearTimeout(waiter.timeout);
  tenant.waiters.delete(waiter);
  queue.waiterCount -= 1;
}

/** The waiting tenant with the fewest slots. If several have equally few, the one that got its last slot the longest ago. */
function nextTenant(tenants: ReadonlyMap<string, Tenant>, maxSlots: number): Tenant | null {
  let best: Tenant | null = null;
  for (const tenant of tenants.values()) {
    if (tenant.waiters.size === 0 || tenant.slotsInUse >= maxSlots) continue;
    if (best === null || goesBefore(tenant, best)) best = tenant;
  }
  return best;
}

const goesBefore = (tenant: Tenant, other: Tenant): boolean =>
  tenant.slotsInUse < other.slotsInUse ||
  (tenant.slotsInUse === other.slotsInUse && tenant.lastSlotNumber < other.lastSlotNumber);

function tooManyWaiting() {
  return refuse('ACCESS_EXCEEDED', {
    text: 'too many requests of this TPP are waiting; retry after the number of seconds in Retry-After',
    retryAfterSeconds: 1,
  });
}
