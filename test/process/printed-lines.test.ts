import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolkit, toolkitLine } from '../../console/parts/signed-curl.ts';
import type { Terminal } from '../../console/parts/terminal.ts';
import type { OpenApiDocument } from '../../src/rest/openapi/model.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { type Service, startService } from './child.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let bank: Bank;
let service: Service;
let terminal: Terminal;

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly notes: string;
}

function typed(line: string): Promise<Ran> {
  const { PATH, HOME } = process.env;
  return new Promise((resolve) => {
    const options = { cwd: root, env: { PATH, HOME }, timeout: 60_000 };
    const child = execFile('sh', ['-c', line], options, (_, out, notes) =>
      resolve({ code: child.exitCode, out, notes }),
    );
  });
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => /^\s+(npm run .*)$/.exec(line)?.[1] ?? []);

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const plain = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '');
const page = async (path: string) =>
  (await fetch(`${terminal.base}${path}`, { headers: { accept: 'text/html' } })).text();

beforeAll(async () => {
  bank = await startBank();
  // Another port, and a folder with a blank in its name.
  service = startService({ DATABASE_URL: bank.databaseUrl });
  const base = await service.ready();
  const [tag = ''] = /<html[^>]*>/.exec(await (await fetch(base)).text()) ?? [];
  const fact = (name: string) => plain(new RegExp(`data-${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  terminal = {
    base,
    command: fact('command'),
    options: fact('toolkit'),
    keys: fact('keys'),
    demo: fact('demo'),
    tppId: fact('demo'),
  };
});
afterAll(async () => {
  await service.kill();
  await bank.stop();
});

async function expectDone(line: string): Promise<Ran> {
  const ran = await typed(line);
  expect([line, ran.code, ran.notes]).toEqual([line, 0, ran.notes]);
  return ran;
}

describe('a printed command runs', { timeout: 120_000 }, () => {
  it('from the start, with the payment that it makes', async () => {
    expect(service.folder).toContain(' ');
    const [pay = ''] = linesOf(service.out());
    const { notes } = await expectDone(pay);
    const next = linesOf(notes);
    expect(next).toHaveLength(2);
    await Promise.all(next.map(expectDone));
  });

  it('from a certificate for another TPP, whose payment only that TPP can read', async () => {
    const { notes } = await expectDone(`npm run tpp -- certificate 'Acme Pay'${terminal.options}`);
    const [pay = ''] = linesOf(notes);
    const paid = await expectDone(pay);
    const status = linesOf(paid.notes).at(-1) ?? '';
    expect(status).toContain('--as acme-pay');
    await expectDone(status);
    expect((await typed(status.replace('--as acme-pay', ''))).code).toBe(1);
    // Pages know a TPP by its tppId.
    const acme = { ...terminal, tppId: 'PSDNO-FSA-ACME-PAY' };
    const path = '/v1/sandbox/customers';
    const { out } = await expectDone(toolkitLine({ method: 'GET', path }, acme));
    expect(out).toContain('"customerNumber"');
  });

  it('from the console and the explorer, to sign in', async () => {
    const { out } = await expectDone(toolkit(['token'], terminal));
    expect(out.trim()).toMatch(/^[\w-]{20,}$/);
    const [, line = ''] = /id="notice".*?<code>(.*?)<\/code>/s.exec(await page('/graphql')) ?? [];
    expect(plain(line)).toBe(toolkit(['token'], terminal));
    const [, used = ''] = /<code>(npm run .*?)<\/code>/.exec(await page('/?ticket=used')) ?? [];
    expect((await expectDone(plain(used))).out).toMatch(/^\S+\/\?ticket=[\w-]+$/m);
  });

  it('from the samples of /docs, if nothing has to be filled in', async () => {
    const { paths } = JSON.parse(await page('/openapi.json')) as OpenApiDocument;
    const lines = Object.values(paths).flatMap((item) =>
      Object.values(item).flatMap(
        (operation) => operation['x-codeSamples']?.map(({ source }) => source) ?? [],
      ),
    );
    expect(lines.length).toBeGreaterThan(50);
    const ready = lines.filter((line) => /(send|curl) GET/.test(line) && !line.includes('<'));
    expect(ready.length).toBeGreaterThan(1);
    await Promise.all(ready.slice(0, 4).map(expectDone));
  });
});
