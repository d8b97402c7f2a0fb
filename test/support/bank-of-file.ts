import { afterAll } from 'vitest';
import { type Bank, startBank } from './bank.ts';

/** A bank for all tests of the file that calls this at its top. It stops after them. */
export async function bankOfFile(...options: Parameters<typeof startBank>): Promise<Bank> {
  const bank = await startBank(...options);
  afterAll(() => bank.stop());
  return bank;
}
