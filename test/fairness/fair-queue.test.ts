import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { generatedTppId } from '../../src/domain/sandbox/generated-tpps.ts';
import { createFairQueue, type FairQueue, type ReleaseSlot } from '../../src/fairness/fair-queue.ts';
import { cpuMs } from '../support/cost.ts';

const waitingAtMost = 20;
let slots: number;
let queue: FairQueue;
/** Its own duration, to tell its timers from others in the process. */
const patienceMs = 5_001;
let timers: Set<unknown>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  timers = new Set();
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms: number) => {
    const timer = set(() => {
      timers.delete(timer);
      act();
    }, ms);
    if (ms === patienceMs) timers.add(timer);
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation(((timer: NodeJS.Timeout) => {
    timers.delete(timer);
    clear(timer);
  }) as typeof clearTimeout);
  slots = 8;
  queue = createFairQueue({
    slots: () => slots,
    waitingAtMost,
    patienceMs,
    timeoutError: () => new Error('too long'),
  });
});
afterEach(() => {
  expect(timers.size).toBe(queue.waiterCount());
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const enter = async (key: string): Promise<ReleaseSlot> => queue.tryTakeSlot(key) ?? (await queue.wait(key));
const settle = () => vi.advanceTimersByTimeAsync(0);

function party(key: string, atOnce: number, served: string[]): Set<ReleaseSlot> {
  const inside = new Set<ReleaseSlot>();
  const one = async (): Promise<void> => {
    const leave = await enter(key).catch(() => null);
    if (leave === null) return;
    served.push(key);
    inside.add(leave);
  };
  for (let index = 0; index < atOnce; index += 1) void one();
  return inside;
}

describe('slots', () => {
  it('are shared by TPPs that one TPP has made, as if they were one TPP', () => {
    const madeTpps = Array.from({ length: 8 }, (_, at) =>
      generatedTppId('A', 'ABCDEF012345', `00000000000${at}`),
    );
    expect(madeTpps.map((tppId) => queue.tryTakeSlot(tppId)).filter((leave) => leave !== null)).toHaveLength(
      6,
    );
    expect(queue.tryTakeSlot('B')).not.toBeNull();
  });

  it('are given at once while some are free, without a timer', () => {
    const leaves = Array.from({ length: 6 }, () => queue.tryTakeSlot('A'));
    expect(leaves.every((leave) => leave !== null)).toBe(true);
    expect([queue.slotsInUse(), queue.waiterCount(), timers.size]).toEqual([6, 0, 0]);
    for (const leave of leaves) leave?.();
    expect(queue.slotsInUse()).toBe(0);
  });

  it('are never all held by one key: another key enters at once', () => {
    party('A', 20, []);
    expect(queue.slotsInUse()).toBe(6);
    expect(queue.tryTakeSlot('B')).not.toBeNull();
    expect(queue.tryTakeSlot('C')).not.toBeNull();
    expect(queue.tryTakeSlot('D')).toBeNull();
  });

  it('are shared by the capacity, also while there are fewer', () => {
    slots = 4;
    const growing = createFairQueue({
      ...{ slots: () => slots, capacity: () => 8 },
      ...{ waitingAtMost, patienceMs, timeoutError: () => new Error('too long') },
    });
    const taken = Array.from({ length: 5 }, () => growing.tryTakeSlot('A') !== null);
    expect(taken).toEqual([true, true, true, true, false]);
    slots = 8;
    const more = Array.from({ length: 3 }, () => growing.tryTakeSlot('A') !== null);
    expect(more).toEqual([true, true, false]);
  });

  it('go to the key with the fewest, then in turn: a flood slows only itself', async () => {
    const served: string[] = [];
    const flood = party('flood', 6 + waitingAtMost, served);
    await settle();
    const quiet = party('quiet', 4, served);
    await settle();
    expect(served.filter((key) => key === 'quiet')).toHaveLength(2);
    // Two of the flood leave: both slots go to the other key.
    for (const leave of [...flood].slice(0, 2)) leave();
    await settle();
    expect(served.slice(-2)).toEqual(['quiet', 'quiet']);
    for (const leave of quiet) leave();
    await settle();
    expect(served.slice(-2)).toEqual(['flood', 'flood']);
  });

  it('alternate between keys with equal demand', async () => {
    const holder = Array.from({ length: 6 }, () => queue.tryTakeSlot('X'));
    queue.tryTakeSlot('Y');
    queue.tryTakeSlot('Y');
    const served: string[] = [];
    party('A', 3, served);
    party('B', 3, served);
    for (const leave of holder) leave?.();
    await settle();
    expect(served).toEqual(['A', 'B', 'A', 'B', 'A', 'B']);
  });

  it('can decrease and increase', async () => {
    slots = 1;
    expect(queue.tryTakeSlot('A')).not.toBeNull();
    const served: string[] = [];
    party('B', 2, served);
    await settle();
    expect(served).toEqual([]);
    slots = 3;
    queue.assignFreeSlots();
    await settle();
    expect(served).toEqual(['B', 'B']);
  });

  it('are released once, even when released twice', () => {
    const leave = queue.tryTakeSlot('A');
    queue.tryTakeSlot('A');
    leave?.();
    leave?.();
    expect(queue.slotsInUse()).toBe(1);
  });
});

describe('a waiting request', () => {
  beforeEach(() => {
    slots = 1;
    queue.tryTakeSlot('A');
  });

  it('beyond the bound of the key is refused with 429 and Retry-After; others may still wait', async () => {
    for (let index = 0; index < waitingAtMost; index += 1) void queue.wait('A').catch(() => undefined);
    await expect(queue.wait('A')).rejects.toMatchObject({ status: 429, extras: { retryAfterSeconds: 1 } });
    void queue.wait('B').catch(() => undefined);
    expect(queue.waiterCount()).toBe(waitingAtMost + 1);
    queue.rejectWaiting(new Error('over'));
  });

  it('is refused after too long, and takes no place later', async () => {
    const late = queue.wait('B');
    const told = expect(late).rejects.toThrow('too long');
    await vi.advanceTimersByTimeAsync(patienceMs);
    await told;
    slots = 5;
    queue.assignFreeSlots();
    expect([queue.slotsInUse(), queue.waiterCount()]).toEqual([1, 0]);
  });

  it('is turned away when no slot will come', async () => {
    const all = Promise.allSettled(['A', 'B', 'C'].map((key) => queue.wait(key)));
    queue.rejectWaiting(new Error('lost'));
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(queue.waiterCount()).toBe(0);
  });

  it('is turned away for its purpose, and others still wait', async () => {
    const lost = queue.wait('B', 'lost');
    const others = [queue.wait('B', 'other'), queue.wait('C')];
    queue.rejectWaiting(new Error('lost'), 'lost');
    await expect(lost).rejects.toThrow('lost');
    expect(queue.waiterCount()).toBe(2);
    slots = 5;
    queue.assignFreeSlots();
    expect((await Promise.all(others)).length).toBe(2);
  });

  it('of a thousand keys is served quickly', async () => {
    const served: string[] = [];
    for (let key = 0; key < 1_000; key += 1) party(`${key}`, 1, served);
    const begun = cpuMs();
    slots = 101;
    queue.assignFreeSlots();
    await settle();
    expect(served).toHaveLength(100);
    expect((cpuMs() - begun) / 100).toBeLessThan(20);
    queue.rejectWaiting(new Error('over'));
  });
});
