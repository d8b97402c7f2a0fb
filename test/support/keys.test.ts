/** Scripts and benches start the test bank too, outside of a test run. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { nightly } from './nightly.ts';

it.runIf(nightly)('keys are available outside a test run as well', async () => {
  const { VITEST: _, ...env } = process.env;
  const script = "import('./test/support/keys.ts').then(({ sharedKey }) => console.log(sharedKey()))";
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', script], { env });
  expect(stdout).toMatch(/^-----BEGIN PRIVATE KEY-----/);
});
