/** Who begins when: one or two in a turn of the event loop, none while connections are accepted, nobody after a long wait. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLine, type Line } from '../../src/http/gate/line.ts';

/** Work that fills its turn before it waits for anything. */
function fill(): void {
  const until = performance.now() + 3;
  while (performance.now() < until);
}

/** So many requests that each fill a turn; what has begun of them. */
function flood(line: Line, count: number): { begun: number; readonly all: Promise<unknown> } {
  const flooded = { begun: 0, all: Promise.resolve() as Promise<unknown> };
  const work = async () => {
    flooded.begun += 1;
    fill();
  };
  flooded.all = Promise.all(Array.from({ length: count }, () => line.begin(work)));
  return flooded;
}

it('a request that is alone begins at once, and its result and failure are its own', async () => {
  const line = createLine();
  let begun = false;
  const made = line.begin(async () => {
    begun = true;
    return 1;
  });
  expect(begun).toBe(true);
  expect(await made).toBe(1);
  await expect(line.begin(() => Promise.reject(new Error('own')))).rejects.toThrow('own');
});

it('of many one begins in each turn, the others in the order in which they came', async () => {
  const line = createLine();
  const flooded = flood(line, 4);
  for (const begun of [1, 2, 3, 4]) {
    expect(flooded.begun).toBe(begun);
    await nextTurn();
  }
  await flooded.all;
});

it('one that waits fails by itself', async () => {
  const line = createLine();
  const flooded = flood(line, 2);
  const failing = line.begin(() => Promise.reject(new Error('own')));
  await expect(failing).rejects.toThrow('own');
  await flooded.all;
});

it('nobody new is taken who would wait for more than half a second, and again when the line is short', async () => {
  const line = createLine();
  // The time between two beginnings is taken for two milliseconds until it is known.
  const flooded = flood(line, 251);
  expect(line.full()).toBe(false);
  const last = flood(line, 1);
  expect(line.full()).toBe(true);
  await flooded.all;
  await last.all;
  expect(line.full()).toBe(false);
});

it('behind few one waits for longer, also after the machine has stood still for a while', async () => {
  const line = createLine();
  const flooded = flood(line, 1);
  const stands = line.begin(async () => {
    const until = performance.now() + 1_000;
    while (performance.now() < until);
  });
  const others = flood(line, 62);
  await nextTurn();
  await nextTurn();
  // Their time is over 10 ms each by now, so that 500 ms are passed.
  expect(others.begun).toBeLessThan(10);
  expect(line.full()).toBe(false);
  await Promise.all([flooded.all, stands, others.all]);
});

it('while connections are accepted none begins, for 32 turns at most, and until they are read', async () => {
  const line = createLine();
  const read: number[] = [];
  line.accepted(() => read.push(0), false);
  await nextTurn();
  const flooded = flood(line, 1);
  let turns = 0;
  for (; flooded.begun === 0; turns += 1) {
    line.accepted(() => read.push(turns), false);
    await nextTurn();
  }
  expect(turns).toBe(34);
  expect(read.length).toBeGreaterThanOrEqual(33);
});

it('a connection is read in the turn after it, a new one before those that were refused', async () => {
  const line = createLine();
  const read: string[] = [];
  for (let index = 0; index < 20; index += 1) line.accepted(() => read.push('refused'), true);
  line.accepted(() => read.push('new'), false);
  await nextTurn();
  await nextTurn();
  expect(read).toEqual(['new', ...Array.from({ length: 15 }, () => 'refused')]);
  await nextTurn();
  expect(read).toHaveLength(21);
});
