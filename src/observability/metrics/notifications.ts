/** Counts attempts to notify TPPs of their payments. */
import { Counter, type Registry } from 'prom-client';

const outcomes = ['delivered', 'failed', 'given_up'] as const;

/** Returns the function that counts an outcome. */
export function notificationInstrument(registers: Registry[]): (outcome: (typeof outcomes)[number]) => void {
  const counter = new Counter({
    name: 'psd2_notifications_total',
    help: 'Attempts to notify TPPs, by outcome: delivered, failed, or given_up after a day of failures.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of outcomes) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}
