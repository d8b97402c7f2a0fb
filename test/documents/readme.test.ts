/**
 * Every command of README and docs/tour.md runs against a fresh service. The first goes through npm, the others of the
 * toolkit run in this process, with the words that a shell makes of them: npm and Node take longer than most of them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { terminal } from '../../packages/toolkit/test/support/terminal.ts';
import { type Service, startService } from '../process/child.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { shellWords } from '../support/shell-words.ts';
import { blocks, root, textOf } from './markdown.ts';

let bank: Bank;
let service: Service;
let env: Record<string, string>;
beforeAll(async () => {
  bank = await startBank();
  service = startService({ DATABASE_URL: bank.databaseUrl });
  const { port } = new URL(await service.ready());
  const { PATH = '' } = process.env;
  env = {
    PATH: `${root}node_modules/.bin:${PATH}`,
    HOME: service.folder,
    PORT: port,
    DATA_DIR: service.folder,
  };
});
afterAll(async () => {
  await service.kill();
  await bank.stop();
});

interface Said {
  readonly out: string;
  readonly all: string;
}

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const byScript = (line: string): string =>
  line
    .replace(/\bnpm run (?:--silent )?([\w:]+)( --)?/, (_, name) => scripts[name] ?? `no script ${name}`)
    .replace(/^npx /, '');

function runInShell(line: string): Said {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([line, status], stderr + stdout).toEqual([line, 0]);
  return { out: stdout, all: stdout + stderr };
}

/** Runs a command of the toolkit. */
async function run(line: string): Promise<Said> {
  const words = shellWords(line.replace(/^npm run tpp --/, ''));
  const { code, out, notes } = await terminal(env)(...words);
  expect([line, code], notes + out).toEqual([line, 0]);
  return { out, all: out + notes };
}

const lines = ['README.md', 'docs/tour.md']
  .flatMap((path) => blocks(path, 'sh'))
  .flatMap((block) => block.split('\n'))
  .filter((line) => line.trim() !== '');
const line = (part: string): string => {
  const found = lines.find((one) => one.includes(part));
  expect(found, `a command with ${part} is shown`).toBeDefined();
  played.add(found ?? '');
  return found ?? '';
};
const played = new Set<string>();
const idIn = ({ out }: Said, name: string): string => new RegExp(`"${name}": "([^"]+)"`).exec(out)?.[1] ?? '';

describe('the README', { timeout: 120_000 }, () => {
  it('names scripts that exist, to start and to test', () => {
    for (const [start, script] of [
      ['npm ci && npm start', 'start'],
      ['npm ci && npm test', 'test'],
    ] as const) {
      line(start);
      expect(scripts[script]).toBeDefined();
    }
  });

  it('makes a first payment', () => {
    const { out, all } = runInShell(line('tpp -- pay'));
    expect(idIn({ out, all }, 'paymentId')).toMatch(/^[0-9a-f-]{36}$/);
    expect(all).toContain('HTTP 201');
    // The last page of the PSU exists.
    expect(all).toMatch(/http:\/\/localhost:\d+\/sca\//);
  });

  it('signs a basket of two payments', async () => {
    const pays = lines.filter((one) => /tpp -- pay\b/.test(one)).slice(-2);
    const ids: string[] = [];
    for (const pay of pays) {
      played.add(pay);
      ids.push(idIn(await run(pay), 'paymentId'));
    }
    const create = line('send POST /v1/signing-baskets --psu');
    const basket = await run(ids.reduce((text, id) => text.replace('<id>', id), create));
    const basketId = idIn(basket, 'basketId');
    const approved = await run(line('approve <basketId>').replace('<basketId>', basketId));
    expect(approved.out).toContain(`${basketId} ACTC`);
  });

  it('follows a payment in the terminal to its end', async () => {
    expect((await run(line('tpp -- flow instant'))).out).toContain(' ACSC');
    expect((await run(line('tpp -- listen').replace('60s', '1s'))).all).toContain('listening');
    expect((await run(line('tpp -- payments'))).out).toContain('"ACSC"');
    expect((await run(line('tpp -- console'))).out).toMatch(/^http:\S+\/\?ticket=[\w-]+$/m);
    expect((await run(line('tpp -- trigger'))).out).toContain(' RJCT');
    expect((await run(line('tpp -- explain'))).out).toContain('No fault in certificate');
    expect((await run(line('tpp -- certificate'))).out).toContain('acme.expired.pem');
    const checks = line('tpp -- conformance');
    expect((await run(checks.replace('--sandbox', '--sandbox --only 2.6'))).out).toContain(
      '7 passed, 0 failed, 0 skipped',
    );
  });

  it('plays two months: two executions of a monthly payment', async () => {
    const [paymentId = ''] = (await run(line('tpp -- flow periodic'))).out.split(' ');
    const { events } = JSON.parse((await run(line('tpp -- clock').replace('clock', 'clock --json'))).out);
    const executions = events.filter(
      (event: { kind: string; paymentId: string }) =>
        event.kind === 'PERIODIC_EXECUTION' && event.paymentId === paymentId,
    );
    expect(executions).toHaveLength(2);
  });

  it('draws a live table', async () => {
    const token = runInShell(`${byScript(line('BANK_TOKEN'))}\nprintf %s "$BANK_TOKEN"`).out;
    expect(token.length).toBeGreaterThan(20);
    const child = spawn('sh', ['-c', `exec ${byScript(line('watch.ts'))}`], {
      cwd: root,
      env: { ...env, BANK_TOKEN: token },
      detached: true,
    });
    let drawn = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      drawn += text;
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await vi.waitUntil(() => /\d+ payments, live/.test(drawn), { timeout: 60_000, interval: 20 });
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
  });

  it('plays the whole story by the demo, with headers and signing strings, cut unless --verbose', () => {
    const text = textOf('README.md');
    const [short = '', long = ''] = ['npm run demo', 'npm run demo -- --verbose'].map((command) => {
      expect(text).toContain(`\`${command}\``);
      const { out, all } = runInShell(byScript(command));
      expect(all, 'nothing on standard error').toBe(out);
      return out;
    });
    for (const said of [short, long]) {
      expect(said).toMatch(/ {2}headers\n[\s\S]* {6}signature: keyId="SN=/);
      expect(said).toMatch(/ {2}signing string\n {6}date: /);
      expect(said).toContain('the one by GraphQL is ACSC');
      // The payment of step 1, again in step 3, and the one by GraphQL.
      expect(new Set(said.match(/Story [-0-9a-f]{36}/g)).size).toBe(2);
    }
    const certificate = (said: string) => /tpp-signature-certificate: (\S+)/.exec(said)?.[1] ?? '';
    expect(certificate(short)).toMatch(/^.{40,100}…$/);
    expect(certificate(long)).toMatch(/^[A-Za-z0-9+/=]{1000,}$/);
  });

  it('shows no command that this test has not played', () => {
    expect(lines.filter((one) => !played.has(one))).toEqual([]);
  });
});
