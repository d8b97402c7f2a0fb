import { expect, it, vi } from 'vitest';
import { createReadSignatures } from '../../src/security/read-signatures.ts';

const caller = (signature: string) => ({ signature }) as Parameters<typeof memory.remember>[0];
let now = 1_000;
const memory = createReadSignatures(() => now, 300);

it('the latest 50,000 signatures are stored, until their Date expires', async () => {
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
  now += 599_000;
  expect(known(50_009)).toBe(true);
  now += 2_000;
  // It reads the clock once in a millisecond.
  await vi.waitUntil(() => !known(50_009));
});
