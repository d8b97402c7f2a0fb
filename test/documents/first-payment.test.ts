import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, type Service, startService } from '../process/child.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { blocks } from './markdown.ts';

let bank: Bank;
let service: Service;
let base: string;
beforeAll(async () => {
  bank = await startBank();
  service = startService({ DATABASE_URL: bank.databaseUrl, DATA_DIR: '.data' }, newFolder());
  base = await service.ready();
});
afterAll(async () => {
  await service.kill();
  await bank.stop();
});

const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, {
    cwd: service.folder,
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env.PATH ?? '', HOME: service.folder, BANK: base },
  });
const missing = (command: string) => spawnSync(command, ['--version']).status !== 0;

const withoutTools = ['bash', 'openssl', 'curl'].some((one) => spawnSync('which', [one]).status !== 0);

describe('docs/signing.md', { timeout: 90_000 }, () => {
  it.skipIf(withoutTools)('signs a read with openssl and curl (skipped where these are missing)', () => {
    const script = blocks('docs/signing.md', 'bash').join('\n').replaceAll('http://localhost:4000', base);
    const { status, stdout, stderr } = run('bash', ['-euo', 'pipefail', '-c', script]);
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)[0]).toHaveProperty('customerNumber');
  });
});

describe('docs/first-payment.md', { timeout: 90_000 }, () => {
  it.skipIf(withoutTools)(
    'leads from a key to an approved payment with openssl and curl (skipped where these are missing)',
    () => {
      const script = blocks('docs/first-payment.md', 'sh').join('\n');
      const { status, stdout, stderr } = run('bash', ['-euo', 'pipefail', '-c', script]);
      expect(status, stderr).toBe(0);
      expect(stdout).toContain('"transactionStatus":"RCVD"');
      expect(stdout).toContain('{"scaStatus":"finalised"}');
      expect(stdout).toMatch(/"transactionStatus":"ACSC"[^\n]*$/);
    },
  );

  it.skipIf(missing('python3') || spawnSync('which', ['openssl']).status !== 0)(
    'has a program in Python that does the same (skipped where python3 or openssl is missing)',
    () => {
      const [program = ''] = blocks('docs/first-payment.md', 'python');
      writeFileSync(join(service.folder, 'first_payment.py'), program);
      const files = ['.data/tpp/demo.pem', '.data/tpp/demo.key'];
      const { status, stdout, stderr } = run('python3', ['first_payment.py', ...files, base]);
      expect([status, stderr]).toEqual([0, '']);
      const id = '[0-9a-f-]{36}';
      expect(stdout).toMatch(
        new RegExp(`^RCVD (${id})\nA PSU would approve at ${base}/sca/\\S+\nACSC \\1\n$`),
      );
    },
  );
});
