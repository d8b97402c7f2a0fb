/**
 * Property tests replay: one seed in every run, another each night; fast-check prints the seed of a failure. Every refusal is
 * an error, and one with the hundred frames that vitest asks for takes four times as long to make as one with twelve.
 */
import fc from 'fast-check';
import { nightly } from './nightly.ts';

Error.stackTraceLimit = 12;
if (!nightly) fc.configureGlobal({ seed: 20_261_121 });
