import { expect, it, onTestFinished, vi } from 'vitest';
import { createSignaturesOfReads } from '../../src/security/signatures-of-reads.ts';

const caller = (signature: string) => ({ signature }) as Parameters<typeof memory.remember>[0];
let now = 1_000;
const memory = createSignaturesOfReads(() => now, 300);

it('the latest 50,000 signatures are stored, until their Date expires', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let index = 0; index < 50_010; index += 1) memory.remember(caller(`s${index}`));
  const known = (index: number) => {
    try {
      memory.refuseSignatureOfRead(caller(`s${index}`));
      return false;
    } catch {
      return true;
    }
  };
  expect([0, 9, 10, 50_009].map(known)).toEqual([false, false, true, true]);
  const pass = (milliseconds: number) => {
    now += milliseconds;
    // The cache reads the clock once in a millisecond.
    vi.advanceTimersByTime(1);
  };
  pass(600_500);
  expect(known(50_009)).toBe(true);
  pass(501);
  expect(known(50_009)).toBe(false);
});
