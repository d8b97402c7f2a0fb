/** Property tests replay: one seed in every run, another each night. fast-check prints the seed of a failure. */
import fc from 'fast-check';
import { nightly } from './nightly.ts';

if (!nightly) fc.configureGlobal({ seed: 20_261_121 });
