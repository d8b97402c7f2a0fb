import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut, onCitus, played } from './test/support/left-out.ts';
import { LongestFirst } from './test/support/order.ts';

/** Where only some are played, with another bank or another database, those. */
const files = played
  ? {
      include: [...played],
      exclude: [
        ...configDefaults.exclude,
        ...Object.keys(leftOut).filter((file) => typeof leftOut[file] === 'string'),
      ],
    }
  : { include: ['{test,packages/*/test}/**/*.test.ts'] };

export default defineConfig({
  resolve: {
    // graphql 16 ships a CommonJS and an ESM build; two copies in one process refuse each other's schemas.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    ...files,
    globalSetup: ['test/support/cluster.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Two for each of two processors: a file waits for PostgreSQL, a browser or a clock while another computes.
    maxWorkers: onCitus ? 2 : 4,
    // Every file has a database and an app of its own; modules hold no state worth a process each.
    isolate: false,
    // Every run after the first takes what it compiled before, by the text of each file.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What comes at last comes at once on a machine at rest, and is waited for on one that others use too.
    expect: { poll: { timeout: 20_000 } },
  },
});
