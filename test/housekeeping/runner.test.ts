import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DuePayment } from '../../src/bank/ports.ts';
import { createSimulatedBank } from '../../src/bank/simulated/simulated-bank.ts';
import { refuse } from '../../src/domain/refusal.ts';
import { createRunner, type RunnerParts } from '../../src/housekeeping/runner.ts';
import { moveToTarget, runNextEvent } from '../../src/housekeeping/timeline.ts';
import type { ClockEvent, SandboxClock } from '../../src/operations/ports/clock.ts';
import type { Stores } from '../../src/operations/ports/stores.ts';
import { workOn } from '../operations/stores.ts';

const start = Date.parse('2030-01-07T12:00:00Z');
const cancelled = (count: number): DuePayment[] =>
  Array.from({ length: count }, (_, n) => {
    const payment = { paymentId: `p${n}`, tppId: 't', status: 'CANC', product: 'NDCT' };
    const queued = { dueAt: start, transferCount: 1, nominalDate: null, executionDate: null };
    return { payment, queueRow: { ...payment, ...queued } } as unknown as DuePayment;
  });

type NextEvent = Pick<ClockEvent, 'at' | 'kind'>;

interface World {
  sandbox: boolean;
  now: number;
  tpps: Record<string, (NextEvent | number)[] | null>;
  clock: SandboxClock;
  due: readonly DuePayment[];
  old: number;
  broken?: string;
}

function made(change: Partial<World> = {}, connections = 20) {
  const world: World = {
    sandbox: true,
    now: start,
    tpps: {},
    clock: { offsetMs: 0, targetOffsetMs: null, executionsLeft: null },
    due: [],
    old: 0,
    ...change,
  };
  const calls: string[] = [];
  const failures: unknown[] = [];
  const at = new Set<string>();
  const store = (methods: object) => methods as never;
  const none = async () => undefined;
  const deleteOld = async () => world.old;
  const stores = {
    clock: store({
      find: async () => world.clock,
      lock: async (tppId: string, { wait }: { wait: boolean }) => {
        calls.push(`${tppId}${wait ? ' waits' : ''}`);
        if (tppId === 'broken') throw new Error('broken');
        return world.tpps[tppId] === null ? null : world.clock;
      },
      upcoming: async (tppId: string) => {
        const events = world.tpps[tppId] ?? [];
        const [event] = events;
        if (typeof event === 'number') {
          if (event <= 1) events.shift();
          else events[0] = event - 1;
          return [{ at: world.now, kind: 'AUTHORISATION_EXPIRED' }];
        }
        const { offsetMs, targetOffsetMs } = world.clock;
        if (!event || event.at > world.now + (world.sandbox ? (targetOffsetMs ?? offsetMs) : 0)) return [];
        events.shift();
        return [event];
      },
      expiredAuthorisations: async () => [],
      record: none,
      set: async (tppId: string, clock: SandboxClock) => {
        calls.push(`${tppId} set ${clock.offsetMs} ${clock.targetOffsetMs} ${clock.executionsLeft}`);
      },
      dueTpps: async (now: number, sandbox: boolean, limit: number) => {
        calls.push(`look ${now - start} ${sandbox} ${limit}`);
        return Object.keys(world.tpps).filter((tppId) => !at.has(tppId));
      },
      deleteOld,
    }),
    get: () =>
      store({
        lockDue: async (_: string, __: number, { maxPayments, maxTransfers }: Record<string, number>) => {
          calls.push(`due ${maxPayments} ${maxTransfers}`);
          return world.due;
        },
        saveEntries: none,
        saveExecutions: none,
        enqueue: none,
        dequeue: async (done: readonly string[]) => {
          calls.push(`done ${done.length}`);
          if (done[0] === world.broken) throw new Error('not written');
        },
        move: none,
      }),
    paymentLists: store({
      entryOutcomesOf: async () => new Map(),
      executedCounts: async () => new Map(),
    }),
    ledger: store({ lock: async () => [], post: none }),
    payments: store({ lockMany: async () => [] }),
    requests: store({ deleteOld }),
    authorisations: store({ deleteOld }),
    psuSessions: store({ deleteOld }),
    requestLog: store({ deleteOld }),
    notifications: store({ deleteOld }),
    sandbox: store({ faults: { deleteOld } }),
    wrongCodes: store({ deleteOld }),
    tokens: store({
      deleteOld: async () => {
        calls.push('deleteOld');
        return world.old;
      },
    }),
  } as unknown as Stores;
  const work = workOn(stores);
  const settings = { sandbox: world.sandbox, publicUrl: '' };
  const ids = { next: () => 'id' };
  const bank = createSimulatedBank({ ids, settings });
  const parts: RunnerParts = {
    work,
    clock: () => world.now,
    ids,
    settings,
    bank,
    onError: (error) => failures.push(error),
    connections,
  };
  return { world, calls, failures, parts, runner: createRunner(parts) };
}

describe('a round', () => {
  it('gives every TPP its turn until nothing is due, and counts the steps', async () => {
    const { runner, calls } = made({ tpps: { a: [2], b: [], c: null, d: [1] } });
    expect(await runner.tick()).toBe(3);
    expect([calls[0], calls.at(-1)]).toEqual(['look 0 true 50', 'deleteOld']);
    expect(calls.slice(1, -1).sort()).toEqual(['a', 'a', 'a', 'b', 'c', 'd', 'd']);
  });

  it.each([
    [20, 2],
    [4, 2],
    [3, 1],
    [2, 1],
  ])(
    'with %i connections works for %i TPPs at once, never for more and never twice for one',
    async (connections, atOnce) => {
      const { runner, parts } = made({ tpps: { a: [1], b: [1], c: [1], d: [1], e: [1] } }, connections);
      const { transaction } = parts.work;
      let open = 0;
      const seen: number[] = [];
      Object.assign(parts.work, {
        transaction: async (act: never) => {
          open += 1;
          seen.push(open);
          // Any further transaction would have begun by then.
          await new Promise(setImmediate);
          const done = await transaction(act);
          open -= 1;
          return done;
        },
      });
      expect(await runner.tick()).toBe(5);
      expect(Math.max(...seen)).toBe(atOnce);
      expect(seen).toHaveLength(10);
    },
  );

  it('uses real time only outside a sandbox', async () => {
    const { runner, calls } = made({ sandbox: false });
    await runner.tick();
    expect(calls[0]).toBe('look 0 false 50');
  });

  it('goes to the next TPP after two hundred steps', async () => {
    const { runner, calls } = made({ tpps: { a: [300], b: [1] } });
    expect(await runner.tick()).toBe(201);
    expect(calls.filter((call) => call === 'a')).toHaveLength(200);
    expect(calls).toContain('b');
  });

  it('goes on with the others when one fails', async () => {
    const { runner, failures } = made({ tpps: { broken: [1], b: [1] } });
    expect(await runner.tick()).toBe(1);
    expect(failures).toEqual([new Error('broken')]);
  });

  it('forgets once a minute, and again at once while there is more to forget', async () => {
    const { runner, calls, world } = made({ old: 5_000 });
    const forgets = () => calls.filter((call) => call === 'deleteOld').length;
    await runner.tick();
    await runner.tick();
    expect(forgets()).toBe(2);
    world.old = 4_999;
    await runner.tick();
    world.now += 59_999;
    await runner.tick();
    expect(forgets()).toBe(3);
    world.now += 1;
    await runner.tick();
    expect(forgets()).toBe(4);
  });

  it('forgets the rest when one kind cannot be deleted, and tries that kind again after a minute', async () => {
    const { runner, calls, failures, world, parts } = made({ tpps: { a: [1] } });
    Object.assign(parts.work.stores.requests, { deleteOld: () => Promise.reject(new Error('locked')) });
    expect(await runner.tick()).toBe(1);
    await runner.tick();
    expect([failures, calls.filter((call) => call === 'deleteOld')]).toEqual([
      [new Error('locked')],
      ['deleteOld'],
    ]);
    world.now += 60_000;
    await runner.tick();
    expect(failures).toHaveLength(2);
  });
});

describe('a runner', () => {
  afterEach(() => void vi.useRealTimers());
  const looks = (calls: readonly string[]) => calls.filter((call) => call.startsWith('look')).length;

  it('rests two seconds after an idle round, and not at all after a busy one', async () => {
    vi.useFakeTimers();
    const { runner, calls, world } = made();
    runner.start();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(looks(calls)).toBe(1);
    world.tpps = { a: [1] };
    await vi.advanceTimersByTimeAsync(1);
    expect(looks(calls)).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(looks(calls)).toBe(3);
    await runner.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks(calls)).toBe(3);
  });

  it('that is stopped ends after the current round, and starts no other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { runner, parts } = made();
    let end: (tpps: readonly string[]) => void = () => undefined;
    const dueTpps = vi.fn(() => new Promise<readonly string[]>((resolve) => (end = resolve)));
    Object.assign(parts.work.stores.clock, { dueTpps });
    runner.start();
    let stopped = false;
    const stopping = runner.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    expect(stopped).toBe(false);
    end([]);
    await stopping;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(dueTpps).toHaveBeenCalledTimes(1);
  });

  it('that is stopped during work ends after that step, and starts no other TPP', async () => {
    const { runner, calls, parts } = made({ tpps: { a: [100], b: [100] } });
    const { transaction } = parts.work;
    let stopped: Promise<void> | undefined;
    Object.assign(parts.work, {
      transaction: (act: never) => {
        stopped ??= runner.stop();
        return transaction(act);
      },
    });
    runner.start();
    await expect.poll(() => stopped !== undefined).toBe(true);
    await stopped;
    expect(calls.filter((call) => call === 'a' || call === 'b')).toEqual(['a']);
  });

  it('logs a failed round, and starts another', async () => {
    vi.useFakeTimers();
    const { runner, calls, failures, parts } = made();
    const { dueTpps } = parts.work.stores.clock;
    Object.assign(parts.work.stores.clock, { dueTpps: () => Promise.reject(new Error('no database')) });
    runner.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(failures).toEqual([new Error('no database')]);
    Object.assign(parts.work.stores.clock, { dueTpps });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(looks(calls)).toBe(1);
    await runner.stop();
  });
});

describe('a step', () => {
  const event = (at: number, kind: NextEvent['kind'] = 'AUTHORISATION_EXPIRED') => ({ at, kind });

  it('holds one event, and a run at most a thousand payments and transfers', async () => {
    const { parts, calls, world } = made({
      tpps: { a: [event(start, 'BATCH_RUN'), event(start, 'BATCH_RUN')] },
      due: cancelled(150),
    });
    expect(await runNextEvent(parts, 'a', { wait: false })).toMatchObject({ kind: 'RAN_EVENT' });
    expect(world.tpps.a).toHaveLength(1);
    expect(calls.filter((call) => call === 'done 150')).toHaveLength(1);
    expect(calls).toContain('due 1000 1000');
  });

  it('decides two hundred payments and lets other work run while these are written', async () => {
    const { parts, calls } = made({ tpps: { a: [event(start, 'BATCH_RUN')] }, due: cancelled(450) });
    const done = runNextEvent(parts, 'a', { wait: false });
    for (let turn = 0; turn < 9; turn += 1) {
      await new Promise(setImmediate);
      calls.push('another');
    }
    await done;
    const order = calls.filter((call) => call === 'another' || call.startsWith('done'));
    expect(order.slice(0, order.indexOf('done 50') + 1).filter((call) => call !== 'another')).toEqual([
      'done 200',
      'done 200',
      'done 50',
    ]);
    expect(order.slice(order.indexOf('done 200') + 1, order.indexOf('done 50'))).toContain('another');
  });

  it.each(['p0', 'p200', 'p400'])(
    'fails as a whole when the part of %s cannot be written',
    async (broken) => {
      const { parts } = made({ tpps: { a: [event(start, 'BATCH_RUN')] }, due: cancelled(450), broken });
      await expect(runNextEvent(parts, 'a', { wait: false })).rejects.toThrow('not written');
      // Other failures of the meantime must not surface.
      for (let turn = 0; turn < 9; turn += 1) await new Promise(setImmediate);
    },
  );

  it('uses real time, in a sandbox with its offset or up to the target of the clock', async () => {
    const kind = async (change: Partial<World>) => {
      const { parts } = made({ tpps: { a: [event(start + 100)] }, ...change });
      return (await runNextEvent(parts, 'a', { wait: false })).kind;
    };
    expect(await kind({})).toBe('IDLE');
    expect(await kind({ now: start + 100 })).toBe('RAN_EVENT');
    expect(await kind({ clock: { offsetMs: 100, targetOffsetMs: null, executionsLeft: null } })).toBe(
      'RAN_EVENT',
    );
    expect(await kind({ clock: { offsetMs: 99, targetOffsetMs: null, executionsLeft: null } })).toBe('IDLE');
    expect(await kind({ clock: { offsetMs: 0, targetOffsetMs: 100, executionsLeft: null } })).toBe(
      'RAN_EVENT',
    );
    expect(await kind({ clock: { offsetMs: 0, targetOffsetMs: 99, executionsLeft: null } })).toBe('IDLE');
    expect(
      await kind({ clock: { offsetMs: 100, targetOffsetMs: 100, executionsLeft: null }, sandbox: false }),
    ).toBe('IDLE');
  });

  it('leaves a moving clock at its event, never behind its place, and lets it arrive', async () => {
    const stepped = async (clock: SandboxClock, events: NextEvent[]) => {
      const { parts, calls } = made({ tpps: { a: events }, clock });
      return [await runNextEvent(parts, 'a', { wait: true }), calls.slice(1)];
    };
    const sent = { offsetMs: 50, targetOffsetMs: 200, executionsLeft: null };
    expect(await stepped(sent, [event(start + 100)])).toEqual([
      { kind: 'RAN_EVENT', clock: { offsetMs: 100, targetOffsetMs: 200, executionsLeft: null } },
      ['a set 100 200 null'],
    ]);
    expect(await stepped(sent, [event(start + 20)])).toEqual([{ kind: 'RAN_EVENT', clock: sent }, []]);
    expect(await stepped(sent, [])).toEqual([
      { kind: 'IDLE', clock: { offsetMs: 200, targetOffsetMs: null, executionsLeft: null } },
      ['a set 200 null null'],
    ]);
    const still = { offsetMs: 50, targetOffsetMs: null, executionsLeft: null };
    expect(await stepped(still, [event(start + 20)])).toEqual([{ kind: 'RAN_EVENT', clock: still }, []]);
    expect(await stepped(still, [])).toEqual([{ kind: 'IDLE', clock: still }, []]);
  });

  it('stops a moving clock after the executions of its move, and does the work due by then', async () => {
    const work = (at: number): NextEvent => ({ at, kind: 'BATCH_RUN' });
    const clock = { offsetMs: 0, targetOffsetMs: 900, executionsLeft: 5 };
    const { parts, calls, world } = made({ tpps: { a: [1, 2, 3].map((n) => work(start + n * 100)) }, clock });
    const pieces: number[] = [];
    const executeDue = async (_: Stores, __: string, at: number) => {
      pieces.push(at - start);
      return 3;
    };
    const on = { ...parts, bank: { ...parts.bank, executeDue } };
    const moving = { ...clock, offsetMs: 100, executionsLeft: 2 };
    const stopped = { offsetMs: 200, targetOffsetMs: null, executionsLeft: 0 };
    expect(await runNextEvent(on, 'a', { wait: true })).toEqual({ kind: 'RAN_EVENT', clock: moving });
    world.clock = moving;
    expect(await runNextEvent(on, 'a', { wait: true })).toEqual({ kind: 'RAN_EVENT', clock: stopped });
    expect(calls).toEqual(['a waits', 'a set 100 900 2', 'a waits', 'a set 200 null 0']);
    world.clock = stopped;
    expect(await runNextEvent(on, 'a', { wait: true })).toEqual({ kind: 'IDLE', clock: stopped });
    expect(pieces).toEqual([100, 200]);
    world.now += 100;
    expect((await runNextEvent(on, 'a', { wait: true })).kind).toBe('RAN_EVENT');
    expect(pieces).toEqual([100, 200, 300]);
  });

  it.each([
    [4_000, true],
    [3_999, false],
  ])('records the events while %i executions are left: %s', async (executionsLeft, recording) => {
    const clock = { offsetMs: 0, targetOffsetMs: 900, executionsLeft };
    const { parts } = made({ tpps: { a: [{ at: start, kind: 'BATCH_RUN' }] }, clock });
    const recorded: boolean[] = [];
    const executeDue = async (_: Stores, __: string, ___: number, recording: boolean) => {
      recorded.push(recording);
      return 1;
    };
    await runNextEvent({ ...parts, bank: { ...parts.bank, executeDue } }, 'a', { wait: true });
    expect(recorded).toEqual([recording]);
  });

  it('is repeated until nothing is due, for a TPP that exists', async () => {
    const { parts, calls } = made({
      tpps: { a: [3], b: null },
      clock: { offsetMs: 5, targetOffsetMs: null, executionsLeft: null },
    });
    expect(await moveToTarget(parts, 'a', 10_000)).toEqual({
      offsetMs: 5,
      targetOffsetMs: null,
      executionsLeft: null,
    });
    expect(calls).toEqual(['a waits', 'a waits', 'a waits', 'a waits']);
    expect(await moveToTarget(parts, 'b', 10_000)).toEqual({
      offsetMs: 0,
      targetOffsetMs: null,
      executionsLeft: null,
    });
    const busy = made({ tpps: { a: [50] } });
    await moveToTarget(busy.parts, 'a', -1);
    expect(busy.calls).toEqual(['a waits']);
  });

  it('is left to housekeeping while other requests hold its locks, because the move is stored already', async () => {
    const clock = { offsetMs: 7, targetOffsetMs: 900, executionsLeft: 5 };
    const events: NextEvent[] = [1, 2].map(() => ({ at: start, kind: 'BATCH_RUN' }));
    const { parts, calls } = made({ tpps: { a: events }, clock });
    const failWith = (error: Error) =>
      moveToTarget(
        { ...parts, bank: { ...parts.bank, executeDue: () => Promise.reject(error) } },
        'a',
        10_000,
      );
    expect(await failWith(refuse('CONFLICT', { text: 'in use' }))).toEqual(clock);
    expect(calls).toEqual(['a waits']);
    await expect(failWith(refuse('UNAVAILABLE', { text: 'away' }))).rejects.toThrow('away');
  });
});
