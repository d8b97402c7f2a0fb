/** Waits for what comes by itself once nothing is broken any more. */
import { setTimeout as sleep } from 'node:timers/promises';

const usualMs = 120_000;

export async function until(
  isSo: () => Promise<boolean>,
  complaint: string | (() => string | Promise<string>),
  patienceMs = usualMs,
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > end)
      throw new Error(typeof complaint === 'string' ? complaint : await complaint());
    await sleep(100);
  }
}
