/** Property tests replay: one seed in every run, another each night. fast-check prints the seed of a failure. */
import fc from 'fast-check';

if (process.env.NIGHTLY !== '1') fc.configureGlobal({ seed: 20_261_121 });
