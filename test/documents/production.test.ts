import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../packages/toolkit/test/support/service.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { startService as startProcess } from '../process/child.ts';
import { upstreamSettings } from '../support/upstream.ts';
import { blocks, root } from './markdown.ts';

const exec = promisify(execFile);
let folder: string;
let service: Service;
const [recipe = ''] = blocks('docs/operations.md', 'sh').filter((block) => block.startsWith('openssl req'));
const [pay = ''] = blocks('docs/operations.md', 'sh').filter((block) =>
  block.includes('--certificate acme.pem'),
);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'production '));
  writeFileSync(join(folder, 'seal.cnf'), blocks('docs/operations.md', 'ini')[0] ?? '');
  await exec('sh', ['-ec', recipe], { cwd: folder });
  const anchors = readFileSync(join(folder, 'anchors.pem'), 'utf8');
  service = await startService({
    sandbox: false,
    trust: createTrustStore([anchors]),
    publicUrl: 'https://bank.example',
  });
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const placed = (line: string, name = 'acme') =>
  line
    .replace('http://localhost:4000', service.url)
    .replaceAll(/\bacme\.(pem|key)/g, (_, ending) => `'${join(folder, `${name}.${ending}`)}'`);

const typed = (line: string) => {
  const { PATH, HOME } = process.env;
  return exec('sh', ['-c', line], { cwd: root, env: { PATH, HOME } }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, notes: stderr }),
    (error) => ({ code: error.code as number, out: error.stdout as string, notes: error.stderr as string }),
  );
};

describe('outside a sandbox', { timeout: 60_000 }, () => {
  it('the certificate of the recipe makes a payment, and the next documented steps work', async () => {
    const { code, out, notes } = await typed(placed(pay));
    expect([code, notes]).toEqual([0, expect.stringContaining('HTTP 201')]);
    expect(JSON.parse(out.slice(out.indexOf('{')))).toMatchObject({ transactionStatus: 'RCVD' });
    expect(notes).not.toContain('flow');
    const [status = ''] = /npm run tpp -- status .*/.exec(notes) ?? [];
    expect(await typed(status)).toMatchObject({ code: 0 });
  });

  it.each(['', ' --psu-id 9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11'])(
    'pay%s requires the return address before it sends anything',
    async (more) => {
      const { code, notes } = await typed(placed(pay.replace(/ --redirect \S+/, more)));
      expect([code, notes]).toEqual([
        2,
        expect.stringContaining(
          'This bank is not a sandbox. With --redirect, name the https address to which it returns the PSU.',
        ),
      ]);
    },
  );

  it('a certificate without roles gets the name of the missing extension, and no advice to use a sandbox', async () => {
    const seal = blocks('docs/operations.md', 'ini')[0] ?? '';
    writeFileSync(join(folder, 'plain.cnf'), seal.replace(/^1\.3\.6.*\n/m, ''));
    const plain = recipe.slice(recipe.indexOf('openssl req -new')).replaceAll(/acme|seal(?=\.cnf)/g, 'plain');
    await exec('sh', ['-ec', plain], { cwd: folder });
    const { code, out } = await typed(placed(pay, 'plain'));
    expect([code, out]).toEqual([1, expect.stringContaining('"ROLE_INVALID"')]);
    expect(out).toContain('qcStatements (1.3.6.1.5.5.7.1.3) must contain the statement 0.4.0.19495.2');
    const settings = `SANDBOX=false TRUST_ANCHORS='${join(folder, 'anchors.pem')}'`;
    const files = placed('--certificate acme.pem --key acme.key', 'plain');
    const explained = await typed(
      `${settings} npm run --silent tpp -- explain POST /v1/signing-baskets --redirect https://tpp.example/ ${files}`,
    );
    expect(explained.code).toBe(1);
    expect(explained.out).toContain('ROLE_INVALID');
    expect(explained.out).not.toMatch(/tpp -- certificate|DATA_DIR/);
  });

  it('trust anchors without a certificate are reported with their file', async () => {
    const file = join(folder, 'empty.pem');
    writeFileSync(file, '');
    const started = startProcess({
      SANDBOX: 'false',
      DATABASE_URL: 'postgres://localhost/nowhere',
      PUBLIC_URL: 'https://bank.example',
      TRUST_ANCHORS: file,
      ...upstreamSettings(folder),
    });
    expect(await started.ended).toBe(1);
    expect(started.errors()).toContain(`TRUST_ANCHORS, ${file}: The trust anchors contain no certificate.`);
    await started.kill();
    const { code, notes } = await typed(
      `TRUST_ANCHORS='${file}' DATA_DIR='${folder}' npm run --silent tpp -- explain GET /v1/x ${placed('--certificate acme.pem --key acme.key')}`,
    );
    expect([code, notes]).toEqual([
      2,
      expect.stringContaining('TRUST_ANCHORS: The trust anchors contain no certificate'),
    ]);
  });
});
