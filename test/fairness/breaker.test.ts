import { beforeEach, describe, expect, it } from 'vitest';
import { breakerLimits } from '../../src/bank/remote-calls/breakers.ts';
import { type Breaker, createBreaker, type Ending } from '../../src/fairness/breaker.ts';

let now: number;
let random: number;
let events: string[];
let breaker: Breaker;
beforeEach(() => {
  now = 0;
  random = 1;
  events = [];
  breaker = createBreaker({
    now: () => now,
    random: () => random,
    ...breakerLimits,
    onOpen: () => events.push('open'),
    onClose: () => events.push('close'),
  });
});

function calls(...endings: readonly Ending[]): void {
  for (const ending of endings) breaker.begin()?.(ending);
}
const failing = (count: number) => calls(...Array.from({ length: count }, () => 'FAILED' as const));
const answering = (count: number) => calls(...Array.from({ length: count }, () => 'ANSWERED' as const));

describe('the circuit opens', () => {
  it('at the fifth failure, not at the fourth', () => {
    failing(4);
    expect(breaker.state()).toBe('CLOSED');
    failing(1);
    expect([breaker.state(), breaker.begin(), breaker.mayBegin(), events]).toEqual([
      'OPEN',
      null,
      false,
      ['open'],
    ]);
  });

  it('only when half of the last twenty calls have failed', () => {
    answering(11);
    failing(9);
    expect(breaker.state()).toBe('CLOSED');
    failing(1);
    expect(breaker.state()).toBe('OPEN');
  });

  it('whatever happened before the last twenty', () => {
    failing(4);
    answering(20);
    failing(9);
    expect(breaker.state()).toBe('CLOSED');
  });

  it('not for calls without a verdict', () => {
    calls(...Array.from({ length: 50 }, () => 'UNRELATED' as const));
    expect(breaker.state()).toBe('CLOSED');
  });

  it('at the fifth failure, also with many calls without a verdict in between', () => {
    failing(4);
    calls(...Array.from({ length: 50 }, () => 'UNRELATED' as const));
    failing(1);
    expect(breaker.state()).toBe('OPEN');
  });

  it('once, however many calls in flight fail', () => {
    const ends = Array.from({ length: 10 }, () => breaker.begin());
    for (const end of ends) end?.('FAILED');
    expect(events).toEqual(['open']);
    expect(breaker.pauseMs()).toBe(1_000);
  });
});

describe('after the circuit has opened, it', () => {
  beforeEach(() => failing(5));

  it('lets one trial call through after the pause, and closes when it succeeds', () => {
    now = 999;
    expect([breaker.begin(), breaker.pauseMs()]).toEqual([null, 1]);
    now = 1_000;
    expect([breaker.state(), breaker.mayBegin(), breaker.pauseMs()]).toEqual(['HALF_OPEN', true, 0]);
    const trial = breaker.begin();
    expect([breaker.begin(), breaker.mayBegin()]).toEqual([null, false]);
    trial?.('ANSWERED');
    expect([breaker.state(), events]).toEqual(['CLOSED', ['open', 'close']]);
    failing(4);
    expect(breaker.state()).toBe('CLOSED');
  });

  it('pauses longer after each failed trial, up to 15 seconds', () => {
    const pauses = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000];
    for (const pause of pauses) {
      expect(breaker.pauseMs()).toBe(pause);
      now += pause;
      failing(1);
    }
    expect(events).toEqual(['open']);
  });

  it('tries again at once after a trial without a verdict', () => {
    now = 1_000;
    calls('UNRELATED');
    expect(breaker.state()).toBe('HALF_OPEN');
    answering(1);
    expect(breaker.state()).toBe('CLOSED');
  });

  it.each<Ending>(['ANSWERED', 'FAILED', 'UNRELATED'])(
    'ignores the late ending %s of a trial that ran when it was closed by a reset',
    (ending) => {
      now = 1_000;
      const late = breaker.begin();
      breaker.reset();
      answering(1);
      failing(4);
      late?.(ending);
      expect([breaker.state(), events]).toEqual(['CLOSED', ['open', 'close']]);
      failing(1);
      expect([breaker.state(), events]).toEqual(['OPEN', ['open', 'close', 'open']]);
    },
  );

  it('begins and ends the next trial while one from before a reset still runs', () => {
    now = 1_000;
    const late = breaker.begin();
    breaker.reset();
    failing(5);
    now = 2_000;
    const trial = breaker.begin();
    late?.('ANSWERED');
    expect([breaker.state(), breaker.mayBegin()]).toEqual(['HALF_OPEN', false]);
    trial?.('ANSWERED');
    expect([breaker.state(), events]).toEqual(['CLOSED', ['open', 'close', 'open', 'close']]);
  });

  it('is not closed by a response to a call from before', () => {
    const early = createBreaker({
      now: () => now,
      random: () => 1,
      ...breakerLimits,
      onOpen: () => undefined,
      onClose: () => undefined,
    });
    const before = early.begin();
    for (let count = 0; count < 5; count += 1) early.begin()?.('FAILED');
    before?.('ANSWERED');
    expect(early.state()).toBe('OPEN');
  });
});

it('calls from before the circuit opened do not open it again after it has closed', () => {
  const early = Array.from({ length: 10 }, () => breaker.begin());
  for (const end of early.splice(0, 5)) end?.('FAILED');
  now = 1_000;
  answering(1);
  for (const end of early) end?.('FAILED');
  expect([breaker.state(), events]).toEqual(['CLOSED', ['open', 'close']]);
});

it('a closed circuit allows calls, and a reset changes nothing', () => {
  failing(4);
  breaker.reset();
  expect([breaker.mayBegin(), breaker.pauseMs(), events]).toEqual([true, 0, []]);
  failing(1);
  expect(events).toEqual(['open']);
});

it('the pause is shortened at random by up to a fifth, so that replicas do not try together', () => {
  random = 0;
  failing(5);
  expect(breaker.pauseMs()).toBe(800);
});
