/** The explorer opens with these examples, and the tests run each of them. */
import type { Example } from './example.ts';
import { paymentExamples } from './payments.ts';
import { sandboxExamples } from './sandbox.ts';

export const examples: readonly Example[] = [...paymentExamples, ...sandboxExamples];
