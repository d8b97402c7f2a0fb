import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtService } from '../../../test/support/built.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

function demo(dataDir: string): Promise<{ code: number | null; out: string; errors: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PUBLIC_URL: service.url };
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
    /^DATA_DIR \S+ has no keys of the demo TPP, so the sandbox at \S+ has another\. npm run demo [^\n]+\n$/,
  );
});

it('npm run demo plays its story against a running sandbox with this DATA_DIR', async () => {
  const { code, out, errors } = await demo(service.env.DATA_DIR ?? '');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(out).toContain('the one by GraphQL is ACSC.');
});
