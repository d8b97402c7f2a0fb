/** A set-up file of vitest: says to the recorder, and to what a test starts, which test file runs. */
import { expect } from 'vitest';

const worker = globalThis as { __vitest_worker__?: { filepath?: string }; mutationTest?: string };
const test = expect.getState().testPath ?? worker.__vitest_worker__?.filepath;
if (test === undefined) throw new Error('vitest does not say which test file runs');
worker.mutationTest = test;
process.env.MUTATION_TEST = test;
