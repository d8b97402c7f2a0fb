import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startIdentityProvider } from '../../../test/support/identity-provider.ts';
import { instantPath } from '../src/payments.ts';
import { startService, useService } from './support/service.ts';
import { terminal } from './support/terminal.ts';

const service = useService();

const run = (...args: string[]) => service.run(...args);
/** Standard output is a terminal. */
const typed = (...args: string[]) => terminal(service.env, { isTerminal: true })(...args);
const newPayment = async (...args: string[]): Promise<string> =>
  (await run('pay', '--json', ...args)).json.body.paymentId;
const nowhere = '00000000-0000-4000-8000-000000000000';

describe('approve', () => {
  it('approves a payment in the bank app, as pay says, and prints its status', async () => {
    const paid = await run('pay');
    const { paymentId } = paid.json;
    expect(paid.notes).toContain(`npm run tpp -- approve ${paymentId}`);
    const { code, out } = await run('approve', paymentId);
    expect({ code, out }).toEqual({ code: 0, out: `${paymentId} ACSC` });
  });

  it('approves a payment from an account of a company, whose headers pay adds', async () => {
    const paid = await run('pay', '--debtor', '95362141002');
    expect(paid.notes).toContain('PSU-Corporate-ID: 18129215603');
    expect((await run('approve', paid.json.paymentId)).out).toBe(`${paid.json.paymentId} ACSC`);
    const returned = await run('pay', '--debtor', '95362141002', '--redirect', 'https://tpp.example/back');
    expect(returned.notes).toContain('PSU-Corporate-ID: 18129215603');
    const own = ['PSU-Context: CORPORATE', 'PSU-Corporate-ID: 20079518612'].flatMap((line) => [
      '--header',
      line,
    ]);
    const named = await run('pay', '--debtor', '95363071008', ...own);
    expect(named.notes).not.toContain('PSU-Corporate-ID');
    expect((await run('approve', named.json.paymentId)).out).toBe(`${named.json.paymentId} ACSC`);
  });

  it('says how a payment names a company, if the customer may not use the debtor account alone', async () => {
    const body = JSON.stringify({
      instructedAmount: { amount: '5.00', currency: 'NOK' },
      creditorName: 'Kari Nordmann',
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
      creditorAddress: { country: 'NO' },
      debtorAccount: { bban: '95362141002', currency: 'NOK' },
    });
    const sent = await run('send', 'POST', instantPath, '--psu', '--body', body);
    const { code, notes } = await run('approve', sent.json.paymentId, '--customer', '13039319955');
    expect(code).toBe(1);
    expect(notes).toContain(
      "--header 'PSU-Context: CORPORATE' --header 'PSU-Corporate-ID: <number of the company>'",
    );
  });

  it('rejects, and lets the time run out, for the customer that is named', async () => {
    const [rejected, expired, approved] = [await newPayment(), await newPayment(), await newPayment()];
    expect((await run('approve', rejected, '--reject', '--json')).json).toEqual({
      paymentId: rejected,
      scaStatus: 'failed',
      transactionStatus: 'RJCT',
    });
    expect((await run('approve', expired, '--expire')).out).toBe(`${expired} RJCT`);
    expect((await run('approve', approved, '--customer', '13039319955')).out).toBe(`${approved} ACSC`);
  });

  it('signs a basket; a payment inside names its basket', async () => {
    const paymentIds = [await newPayment(), await newPayment()];
    const basket = ['send', 'POST', '/v1/signing-baskets', '--psu', '--body'];
    const { basketId } = (await run(...basket, JSON.stringify({ paymentIds }))).json;
    const alone = await run('approve', paymentIds[0] ?? '');
    expect(alone).toMatchObject({ code: 1, out: '' });
    expect(alone.notes).toContain(`approve ${basketId}`);
    const { code, out, notes } = await run('approve', basketId);
    expect({ code, out }).toEqual({ code: 0, out: `${basketId} ACTC` });
    for (const paymentId of paymentIds) expect(notes).toContain(`${paymentId} ACSC`);
    expect((await run('status', basketId)).json.payments).toHaveLength(2);
    expect((await run('approve', paymentIds[0] ?? '')).notes).not.toContain('Approve the basket');
  });

  it.each([
    ['a payment that is not there', [nowhere], 1, `This TPP has no payment or basket ${nowhere}.`],
    ['an id of another form', ["x' \u0000"], 1, 'This TPP has no payment or basket'],
    ['both --reject and --expire', [nowhere, '--reject', '--expire'], 2, 'either --reject or --expire'],
    ['no id', [], 2, 'approve needs ID'],
  ])('%s is refused', async (_, args, expected, why) => {
    const { code, out, notes } = await run('approve', ...args);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(notes).toContain(why);
  });

  it('says why the bank refuses: a customer who is not there, a payment that is approved', async () => {
    const paymentId = await newPayment();
    const stranger = await run('approve', paymentId, '--customer', '1');
    expect([stranger.code, stranger.notes]).toEqual([1, expect.stringContaining('customerNumber')]);
    await run('approve', paymentId);
    const again = await run('approve', paymentId);
    expect([again.code, again.notes]).toEqual([1, expect.stringContaining('the payment is ACSC')]);
  });
});

it('pay, approve and cancel leave the link to the PSU who logs in at an identity provider', async () => {
  const provider = await startIdentityProvider();
  const elsewhere = await startService({ identity: provider.behind });
  try {
    const paid = await elsewhere.run('pay');
    expect(paid.notes).toContain('Approve it in a browser');
    expect(paid.notes).not.toContain(' approve ');
    const { paymentId } = paid.json;
    const { code, notes } = await elsewhere.run('approve', paymentId);
    expect([code, notes]).toEqual([2, expect.stringContaining('Open the link scaRedirect')]);
    expect(await elsewhere.run('cancel', paymentId)).toMatchObject({ code: 0, out: `${paymentId} CANC` });
  } finally {
    await elsewhere.stop();
    await provider.stop();
  }
});

describe('cancel', () => {
  it('cancels a payment before and after its approval', async () => {
    const early = await newPayment();
    expect(await run('cancel', early)).toMatchObject({ code: 0, out: `${early} CANC` });
    const late = (await run('flow', 'domestic', '--json')).json.paymentId;
    const stranger = await run('cancel', late, '--customer', '12085592767');
    expect(stranger).toMatchObject({ code: 1, out: `${late} PDNG` });
    expect(stranger.notes).toContain('the customer may not use the debtor account');
    const holder = await run('cancel', late, '--customer', '13039319955');
    expect(holder).toMatchObject({ code: 0, out: `${late} CANC` });
  });

  it('refuses a payment that is settled, and names the command that deletes a basket', async () => {
    const settled = (await run('flow', 'instant', '--json')).json.paymentId;
    expect(await run('cancel', settled)).toMatchObject({ code: 1, notes: expect.stringContaining('ACSC') });
    const basketId = (await run('flow', 'basket', '--json')).json.basketId;
    const { code, notes } = await run('cancel', basketId);
    expect([code, notes]).toEqual([
      1,
      expect.stringContaining(`send DELETE /v1/signing-baskets/${basketId}`),
    ]);
  });
});

describe('a bank that refuses the TPP', () => {
  it.each(['status', 'approve', 'cancel', 'listen'])('%s says why, as payments does', async (command) => {
    const paymentId = await newPayment();
    await run('certificate', 'acme', '--bad', 'wrong-role');
    const as = ['--as', 'acme.wrong-role'];
    const { code, out, notes } = await run(command, paymentId, ...as);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(notes).toBe((await run('payments', ...as)).notes);
    expect(notes).toContain('PSP_PI');
  });
});

describe('clock', () => {
  it('prints the sandbox time and what comes next; a move lists what has happened', async () => {
    const paymentId = (await run('flow', 'domestic', '--json')).json.paymentId;
    const before = await run('clock');
    expect(before.out).toMatch(/^Sandbox time {3}\S+Z\nNext batch run \S+Z\nNext:\n/);
    expect(before.out).toContain(paymentId);
    const { code, out } = await run('clock', 'next-batch');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^\\S+Z {2}${paymentId} {2}ACSC {2}`, 'm'));
    expect(out).toMatch(/\nSandbox time \S+Z$/);
  });

  it('moves by a span and to an instant', async () => {
    const now = async () => Date.parse((await run('clock', '--json')).json.sandboxClock);
    for (const [move, least] of [
      ['+6h', 6],
      ['+1d12h', 35],
      ['P1W', 167],
    ] as const) {
      const before = await now();
      expect(await run('clock', move)).toMatchObject({ code: 0, notes: '' });
      expect((await now()) - before).toBeGreaterThanOrEqual(least * 3_600_000);
    }
    const to = new Date((await now()) + 3_600_000).toISOString().replace(/:\d\d\.\d{3}/, '');
    const { json } = await run('clock', to, '--json');
    expect(json.sandboxClock.slice(0, 16)).toBe(to.slice(0, 16));
  });

  it('refuses to go back with 1, and what is no move with 2', async () => {
    expect(await run('clock', '2020-01-01T00:00Z')).toMatchObject({ code: 1, out: '' });
    for (const move of [
      '+',
      'tomorrow',
      '+1y',
      '2026-13-45T10:00Z',
      '2030-02-30T10:00Z',
      '2026-12-24',
      'P',
      'PT',
    ])
      expect(await run('clock', move)).toMatchObject({ code: 2, out: '' });
  });
});

describe('payments', () => {
  it('is a table on a terminal, and JSON elsewhere, newest first', async () => {
    const newest = (await run('flow', 'instant', '--json')).json.paymentId;
    const { code, out } = await typed('payments', '--first', '2');
    expect(code).toBe(0);
    const [titles = '', first = '', ...others] = out.split('\n');
    expect(titles).toMatch(/^CREATED +PAYMENT +STATUS +PRODUCT +AMOUNT +CREDITOR$/);
    expect(first).toContain(`${newest}  ACSC`);
    expect(first.indexOf(newest)).toBe(titles.indexOf('PAYMENT'));
    expect(others).toHaveLength(1);
    const { json } = await run('payments', '--status', 'ACSC', '--first', '1');
    expect(json).toMatchObject([{ paymentId: newest, transactionStatus: 'ACSC' }]);
  });

  it('says on a terminal that there are none', async () => {
    expect(await typed('payments', '--status', 'PRSY')).toMatchObject({
      code: 0,
      out: 'There are no such payments.',
    });
  });

  it.each([[['--first', '0']], [['--first', '1001']], [['--first', 'all']], [['--status', 'DONE']]])(
    '%j is a usage error',
    async (args) => {
      expect(await run('payments', ...args)).toMatchObject({ code: 2, out: '' });
    },
  );
});

describe('status', () => {
  it('has the history, as lines on a terminal and as JSON elsewhere', async () => {
    const paymentId = (await run('flow', 'instant', '--json')).json.paymentId;
    const { code, json } = await run('status', paymentId);
    expect([code, json.transactionStatus]).toEqual([0, 'ACSC']);
    expect(json.statusHistory.map(({ to }: { to: string }) => to)).toEqual(['RCVD', 'ACSC']);
    const { out } = await typed('status', paymentId);
    expect(out).toMatch(new RegExp(`^${paymentId} ACSC\n  \\S+Z  -     RCVD  .+\n  \\S+Z  RCVD  ACSC  .+$`));
  });
});

describe('token --env', () => {
  it('writes token and address into the file, replaces older lines, and keeps the others', async () => {
    const file = join(service.env.DATA_DIR ?? '', '.env.local');
    const { code, out, notes } = await run('token', '--env', file);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(notes).toContain(file);
    const made = readFileSync(file, 'utf8');
    expect(made).toMatch(new RegExp(`^VITE_BANK_URL=${service.url}\nVITE_BANK_TOKEN=[\\w-]{32}\n$`));
    expect(statSync(file).mode & 0o077).toBe(0);
    for (const end of ['\n', '\r\n']) {
      const lines = ['# mine', 'VITE_BANK_TOKEN=old', 'export VITE_BANK_URL="old"', 'OTHER=1'];
      writeFileSync(file, lines.join(end));
      await run('token', '--env', file);
      const [comment, other, ...ours] = readFileSync(file, 'utf8').split(/\r?\n/);
      expect([comment, other]).toEqual(['# mine', 'OTHER=1']);
      expect(ours.map((line) => line.split('=')[0])).toEqual(['VITE_BANK_URL', 'VITE_BANK_TOKEN', '']);
      expect(ours.join('\n')).not.toContain('old');
    }
  });

  it('a file that cannot be written is a usage error', async () => {
    const file = join(service.env.DATA_DIR ?? '', 'nowhere', '.env.local');
    expect(await run('token', '--env', file)).toMatchObject({ code: 2, out: '' });
    expect(existsSync(file)).toBe(false);
  });
});

describe('console', () => {
  it('prints a link that opens the console once, signed in', async () => {
    const { code, out } = await run('console');
    expect(code).toBe(0);
    const { origin, pathname, search } = new URL(out);
    expect([origin, pathname]).toEqual(['http://localhost:1', '/']);
    // Another replica opens it as well.
    const replica = service.bank.replica();
    const open = (method = 'GET') => replica.fetch(`/${search}`, { method, redirect: 'manual' });
    expect((await open('HEAD')).status).toBe(303);
    const opened = await open();
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/']);
    expect(opened.headers.get('set-cookie')).toMatch(/^psd2-console-1=[\w-]{32};/);
    expect((await open()).status).toBe(410);
  });

  it('opens one session when two browsers follow the link at once', async () => {
    const { search } = new URL((await run('console')).out);
    const replicas = [service.bank.replica(), service.bank.replica()];
    const opened = await Promise.all(replicas.map((one) => one.fetch(`/${search}`, { redirect: 'manual' })));
    expect(opened.map(({ status }) => status).sort()).toEqual([303, 410]);
  });
});
