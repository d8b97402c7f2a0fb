import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { builtService } from '../../../test/support/built.ts';
import { isReady } from '../src/send.ts';
import { otherSeed, startService, useService } from './support/service.ts';

const service = useService();
const folder = mkdtempSync(join(tmpdir(), 'demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

function demo(
  dataDir: string,
  url = service.url,
): Promise<{ code: number | null; out: string; errors: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PUBLIC_URL: url };
  return new Promise((resolve) => {
    const args = builtService('tpp/demo.js');
    const child = execFile(process.execPath, args, { cwd: folder, env }, (_, out, errors) =>
      resolve({ code: child.exitCode, out, errors }),
    );
  });
}

it('npm run demo names DATA_DIR in one line if the running sandbox has another one', async () => {
  const { code, out, errors } = await demo(folder);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(errors).toMatch(
    /^DATA_DIR \S+ has no keys of the demo TPP, so the sandbox at \S+ uses another folder\. npm run demo [^\n]+\n$/,
  );
});

it('npm run demo names a faulty line of .env in one sentence', async () => {
  const file = join(folder, '.env');
  writeFileSync(file, 'PORT\n');
  const { code, errors } = await demo(folder);
  rmSync(file);
  expect(code).toBe(2);
  expect(errors).toMatch(/^\.env cannot be used: line 1 [^.\n]+\. npm run demo [^\n]+\n$/);
});

it('npm run demo pays as the first private customer of a sandbox without the usual one', async () => {
  const other = await startService({ seed: otherSeed });
  const { code, out, errors } = await demo(other.env.DATA_DIR ?? '', other.url);
  await other.stop();
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(out).toContain('the one by GraphQL is ACSC.');
});

it('npm run demo stops at a response of another status, and says what it is', async () => {
  const fault =
    'mutation { setSandboxFaults(input: { fault: "status=503", path: "/v1/payments" }) { tppMessages { text } } }';
  expect((await service.run('graphql', fault)).code).toBe(0);
  const { code, errors } = await demo(service.env.DATA_DIR ?? '');
  expect(code).toBe(1);
  expect(errors).toMatch(/^POST \S+: expected HTTP 401, got HTTP 503 [^\n]+\n$/);
});

it('does not wait without end for a service that accepts the connection, but does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  expect(await isReady(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)).toBe(false);
  timeout.mockRestore();
  silent.closeAllConnections();
  silent.close();
});
