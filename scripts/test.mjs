/** Slow files run only with NIGHTLY=1, and in the end those that need the machine for themselves. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const alone = [
  'test/process/bounds-of-work.test.ts',
  'test/process/overload.test.ts',
  'test/faults/core-kills.test.ts',
  'test/faults/facade-kills.test.ts',
];
const atNight = [
  'packages/embedded-postgres/test/embedded-postgres.test.ts',
  'packages/embedded-postgres/test/guard.test.ts',
  'packages/toolkit/test/stories.test.ts',
  'test/bank/core-system/report-pages.test.ts',
  'test/console/explorer.browser.test.ts',
  'test/console/narrow.browser.test.ts',
  'test/console/notifications.browser.test.ts',
  'test/console/records.browser.test.ts',
  'test/console/tabs.browser.test.ts',
  'test/console/trouble.browser.test.ts',
  'test/console/work.browser.test.ts',
  'test/db/outages.test.ts',
  'test/documents/front-end.browser.test.ts',
  'test/documents/package.test.ts',
  'test/documents/production.test.ts',
  'test/documents/shipped.test.ts',
  'test/faults/streams.test.ts',
  'test/graphql/generated-queries.test.ts',
  'test/housekeeping/bound-of-moves.test.ts',
  'test/notifications/crowd.test.ts',
  'test/observability/request-log/secrets.test.ts',
  'test/ops/built-image.test.ts',
  'test/ops/compose.test.ts',
  'test/ops/image.test.ts',
  'test/ops/kubernetes.test.ts',
  'test/pages/developer.browser.test.ts',
  'test/pages/explorer.policy.browser.test.ts',
  'test/pages/pages.axe.browser.test.ts',
  'test/process/core-line.test.ts',
  'test/process/nginx.test.ts',
  'test/process/printed-lines.test.ts',
  'test/process/pruned.test.ts',
  'test/process/rotation.test.ts',
  'test/process/surroundings.test.ts',
  'test/process/wrong-clock.test.ts',
  'test/sandbox/full-sandbox.test.ts',
  'test/sandbox/seeded-payments-later.test.ts',
  'test/sandbox/turmoil.test.ts',
  'test/sca/sca.guesses.test.ts',
  'test/sca/sca.provider.browser.test.ts',
];
const gone = [...alone, ...atNight].filter((path) => !existsSync(path));
if (gone.length > 0) throw new Error(`${gone.join(', ')} in scripts/test.mjs does not exist any more`);

const nightly = process.env.NIGHTLY === '1';

function play(args, settings = {}) {
  const env = { ...process.env, ...settings };
  const { status } = spawnSync('vitest', ['run', ...args], { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

function hasCitus() {
  if (process.env.TEST_CITUS_URL) return true;
  const { stdout } = spawnSync('pg_config', ['--sharedir'], { encoding: 'utf8' });
  return Boolean(stdout) && existsSync(join(stdout.trim(), 'extension', 'citus.control'));
}

function playOnCitus() {
  if (hasCitus()) play([], { ENGINE: 'citus' });
  else
    console.log(
      'Skipped the tests on Citus: TEST_CITUS_URL is not set, and PostgreSQL (pg_config) has no extension citus.',
    );
}

if (process.argv.includes('--citus')) playOnCitus();
else if (process.argv.includes('--facade')) {
  play([], { BEHIND: 'bank' });
} else {
  play([...alone, ...(nightly ? [] : atNight)].flatMap((path) => ['--exclude', path]));
  if (nightly) {
    for (const path of alone) play([path]);
    playOnCitus();
  }
}
