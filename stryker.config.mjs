/** `npx stryker run` changes the rules in one place at a time and reports the changes that no test notices. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.ts', related: false },
  mutate: ['src/{domain,operations,security}/**/*.ts'],
  coverageAnalysis: 'perTest',
  // A table that is read when its module loads would run every test for each of its entries.
  ignoreStatic: true,
  concurrency: 1,
  // All tests once, with every change counted.
  dryRunTimeoutMinutes: 30,
  // A busy machine is no endless loop.
  timeoutMS: 30_000,
  // A test file that cannot be imported drops out in silence: the copy needs all that the service reads.
  ignorePatterns: ['.data', '.vitest', 'bench'],
  tempDirName: '.vitest/mutation',
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: '.vitest/mutation.json' },
};
