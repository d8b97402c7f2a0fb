/**
 * Example operations, one per operation of the specification and more: the explorer opens with them, and the tests run
 * each of them. Start at `examples`.
 */
import type { Example } from './example.ts';
import { paymentExamples } from './payments.ts';
import { sandboxExamples } from './sandbox.ts';

export const examples: readonly Example[] = [...paymentExamples, ...sandboxExamples];
