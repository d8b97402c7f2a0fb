/** Waits for a recovery without further action. */
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
