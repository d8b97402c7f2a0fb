import type { Instruments } from './instruments.ts';

const outcomes = ['delivered', 'failed', 'given_up'] as const;

/** Returns the function that counts the outcome of an attempt to notify a TPP of its payments. */
export function notificationInstrument(
  instruments: Instruments,
): (outcome: (typeof outcomes)[number]) => void {
  const counter = instruments.counter(
    'psd2_notifications_total',
    'Attempts to notify TPPs, by outcome: delivered, failed, or given_up after a day of failures.',
    ['outcome'],
  );
  for (const outcome of outcomes) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}
