/**
 * Property tests replay: one seed and few cases in every run, another seed and more each night; fast-check prints the seed of a
 * failure. Every refusal is an error, and one with the hundred frames that vitest asks for takes four times as long to make as
 * one with twelve.
 */
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { nightly } from './nightly.ts';

// V8 optimises what has run for fifteen times as long as it asks by itself: optimising what was hot for a moment took a seventh
// of the time that a run's processes had. The V8 of Node 26 has no such flag.
if (Number.parseInt(process.versions.node, 10) < 26) setFlagsFromString('--interrupt-budget=2000000');
Error.stackTraceLimit = 12;
if (!nightly) fc.configureGlobal({ seed: 20_261_121, numRuns: 40 });
