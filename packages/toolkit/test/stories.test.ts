import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../src/domain/bank/scenarios.ts';
import { listenOn } from '../../../test/support/listen.ts';
import { fillPayments } from '../../../test/support/many-payments.ts';
import { nightly } from '../../../test/support/nightly.ts';
import { readIdentity } from '../src/command/identity.ts';
import { demoTpp, tppFolder } from '../src/files.ts';
import { listen } from '../src/listen.ts';
import { flowProducts } from '../src/play/outlines.ts';
import { type PlayStep, visitPages } from '../src/play/psu.ts';
import { otherSeed, startService, useService } from './support/service.ts';
import { listening } from './support/terminal.ts';

const service = useService();

const identityIn = (dataDir: string) => readIdentity({}, tppFolder(dataDir));
const uuid = /^[0-9a-f-]{36}$/;

describe('flow', () => {
  it.each([
    ['instant', 'ACSC', 'RJCT'],
    ['domestic', 'PDNG', 'RJCT'],
    ['cross-border', 'PDNG', 'RJCT'],
    ['sepa', 'PDNG', 'RJCT'],
    ['periodic', 'ACCP', 'RJCT'],
    ['bulk', 'PDNG', 'RJCT'],
    ['basket', 'ACTC', 'RJCT'],
  ])('%s comes to %s, rejected to %s', async (product, approved, rejected) => {
    const { code, json, notes } = await service.run('flow', product, '--json');
    expect(notes).not.toContain('npm');
    expect([code, json.transactionStatus]).toEqual([0, approved]);
    expect(json[product === 'basket' ? 'basketId' : 'paymentId']).toMatch(uuid);
    expect(json.steps[0]).toMatchObject({ method: 'POST', status: 401 });
    expect(json.steps.at(-1)).toMatchObject({
      method: 'GET',
      status: 200,
      path: expect.stringMatching(/\/status$/),
    });
    expect(json.steps.map(({ status }: { status: number }) => status)).toContain(201);
    const refused = await service.run('flow', product, '--reject', '--json');
    expect([refused.code, refused.json.transactionStatus]).toEqual([0, rejected]);
  });

  it.each(['12085592767', '18129215603', '20079518612'])('pays for customer %s', async (customer) => {
    for (const product of nightly ? ['instant', 'sepa'] : ['instant']) {
      const { code, out, notes } = await service.run('flow', product, '--customer', customer);
      expect({ code, notes }).toMatchObject({ code: 0 });
      expect(out).toMatch(product === 'instant' ? /^[0-9a-f-]{36} ACSC$/ : /^[0-9a-f-]{36} PDNG$/);
    }
  });

  it.each(['http://localhost:1/psd2', 'https://bank.invalid/a/b'])(
    'finds the pages of a service whose address %s does not answer',
    async (publicUrl) => {
      const hidden = await startService({ publicUrl });
      try {
        const { code, out, notes } = await hidden.run('flow', 'instant');
        expect({ code, notes }).toMatchObject({ code: 0 });
        expect(out).toMatch(/^[0-9a-f-]{36} ACSC$/);
      } finally {
        await hidden.stop();
      }
    },
  );

  it('prints each step on standard error, and only the result on standard output', async () => {
    const { out, notes } = await service.run('flow', 'instant');
    expect(out).toMatch(/^[0-9a-f-]{36} ACSC$/);
    const [challenge, ...others] = notes.split('\n');
    expect(challenge).toMatch(/^POST \/\S+ 401 \(the challenge, as expected\)$/);
    for (const line of others) expect(line).toMatch(/^(GET|POST) \/\S+ \d{3}$/);
  });

  it.each([
    ['an unknown product', ['flow', 'gold'], 2],
    ['an unknown customer', ['flow', 'instant', '--customer', '1'], 2],
    ['no product', ['flow'], 2],
    ['a service that is not there', ['flow', 'instant', '--url', 'http://127.0.0.1:2'], 3],
  ])('%s is reported in one line', async (_, args, expected) => {
    const { code, out, notes } = await service.run(...args);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(notes).toMatch(/^[^\n]{10,200}$/);
  });
});

describe('trigger', () => {
  it('lists the scenarios of docs/scenarios.md', async () => {
    const { code, json } = await service.run('trigger', '--list', '--json');
    expect(code).toBe(0);
    expect(json.map((one: { scenario: string }) => one.scenario)).toEqual(scenarios.map(({ name }) => name));
  });

  it.each([
    ['REJECTED', 'RJCT', /scenario REJECTED/],
    ['no-cover', 'RJCT', /not enough funds/],
    ['SLOW_SETTLEMENT', 'ACSC', /./],
    ['SYSTEM_ERROR', null, /500 SYSTEM_ERROR/],
    ['UNAVAILABLE', null, /503 SYSTEM_ERROR/],
  ])('%s ends as %s', async (name, status, reason) => {
    const { code, json } = await service.run('trigger', name, '--json');
    expect(code).toBe(0);
    expect(json).toEqual({
      scenario: name.toUpperCase().replace('-', '_'),
      paymentId: status === null ? null : expect.stringMatching(uuid),
      transactionStatus: status,
      reason: expect.stringMatching(reason),
    });
  });

  it.each([[['trigger']], [['trigger', 'EARTHQUAKE']]])('%j is a usage error', async (args) => {
    expect(await service.run(...args)).toMatchObject({ code: 2, out: '' });
  });
});

describe('a sandbox without the usual customer', () => {
  const other = useService({ seed: otherSeed });

  it.each(flowProducts)('flow %s pays as its first private customer', async (product) => {
    const { code, notes } = await other.run('flow', product);
    expect({ code, notes }).toMatchObject({ code: 0 });
  });

  it('flow refuses the usual customer as any other who is not there', async () => {
    const { code, out, notes } = await other.run('flow', 'instant', '--customer', '13039319955');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(notes).toMatch(/^--customer: there is no customer 13039319955; the customers include [^\n]+$/);
  });

  it.each([
    ['REJECTED', 'RJCT', /scenario REJECTED/],
    ['NO_COVER', 'RJCT', /not enough funds/],
    ['SLOW_SETTLEMENT', 'ACSC', /./],
  ])('trigger %s plays the scenario', async (name, transactionStatus, reason) => {
    const { code, json } = await other.run('trigger', name, '--json');
    expect({ code, json }).toMatchObject({ code: 0, json: { scenario: name, transactionStatus } });
    expect(json.reason).toMatch(reason);
  });

  it('trigger ends with 1 if the payment does not end as the scenario says', async () => {
    const poor = await startService({
      seed: {
        customers: otherSeed.customers?.map((customer) => ({
          ...customer,
          accounts: customer.accounts?.map((account) => ({ ...account, balances: [] })),
        })),
      },
    });
    const { code, json } = await poor.run('trigger', 'SLOW_SETTLEMENT', '--json');
    await poor.stop();
    expect({ code, json }).toMatchObject({ code: 1, json: { transactionStatus: 'RJCT' } });
  });

  it('without any private customer, flow and trigger say so in one line', async () => {
    const empty = await startService({ seed: { customers: [] } });
    for (const args of [
      ['flow', 'instant'],
      ['trigger', 'NO_COVER'],
    ])
      expect(await empty.run(...args)).toMatchObject({
        code: 1,
        out: '',
        notes: `The sandbox at ${empty.url} has no private customer with an account.`,
      });
    await empty.stop();
  });
});

describe('the PSU of the toolkit', () => {
  it('sends a form once, and says why the page refuses it', async () => {
    const { json } = await service.run('pay', '--json');
    const start = await service.run(
      'send',
      'POST',
      json.body._links.startAuthorisation.href,
      '--psu',
      '--json',
    );
    const steps: PlayStep[] = [];
    const visit = visitPages({
      link: start.json.body._links.scaRedirect.href,
      base: service.url,
      customerNumber: '999',
      outcome: 'APPROVE',
      onStep: (step) => void steps.push(step),
    });
    await expect(visit).rejects.toThrow(
      /^The page of the bank refused the form: No customer has this number/,
    );
    expect(steps.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'GET 200',
      'POST 303',
      'GET 200',
    ]);
  });
});

describe('listen', () => {
  it('prints every status of every payment once', async () => {
    const all = listening(service.env);
    await expect.poll(() => all.notes).toContain('listening');
    const { out } = await service.run('flow', 'instant');
    const [id] = out.split(' ');
    await expect.poll(() => all.lines.length).toBe(2);
    expect(all.lines.map((line) => line.replace(/^\S+/, 'time'))).toEqual([
      `time ${id} - RCVD`,
      `time ${id} RCVD ACSC`,
    ]);
    for (const line of all.lines) expect(Date.parse(line.split(' ')[0] ?? '')).not.toBeNaN();
    expect(await all.end()).toBe(0);
  });

  it('prints the next events of one payment, as JSON too', async () => {
    const made = await service.run('pay', '--json');
    const { paymentId } = made.json.body;
    const one = listening(service.env, paymentId, '--json');
    await expect.poll(() => one.notes).toContain('listening');
    await service.run('flow', 'instant');
    await service.run('send', 'DELETE', made.json.body._links.self.href);
    await expect.poll(() => one.lines.length).toBe(1);
    expect(await one.end()).toBe(0);
    expect(one.lines.map((line) => JSON.parse(line))).toEqual([
      { at: expect.any(String), paymentId, from: 'RCVD', to: 'CANC' },
    ]);
  });

  it('ends after the given time', async () => {
    const { code, out, notes } = await service.run('listen', '--for', '200ms');
    expect({ code, out, notes }).toEqual({ code: 0, out: '', notes: 'listening' });
  });

  it('reconnects to a service that was down and prints the missed events, and gives up when it stays down', async () => {
    const identity = identityIn(service.env.DATA_DIR ?? '');
    await fillPayments(service.bank, demoTpp.organizationIdentifier, 250);
    const [{ oldest } = { oldest: '' }] = await service.bank.sql<{ oldest: string }[]>`
      select payment_id as oldest from payments where tpp_id = ${demoTpp.organizationIdentifier} order by created_at limit 1`;
    const open = (port: number) => listenOn(service.bank.replica().app, port);
    const first = await open(0);
    const [heard, said]: [string[], string[]] = [[], []];
    let lost: () => void = () => undefined;
    const away = new Promise<void>((resolve) => {
      lost = resolve;
    });
    let begun: () => void = () => undefined;
    const listens = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const base = `http://127.0.0.1:${first.port}`;
    const ended = (async () => {
      const onListening = () => {
        said.push('listening');
        begun();
      };
      for await (const { to } of listen({ base, identity, retryForMs: 2_000, onListening, onLost: lost }))
        heard.push(to);
    })();
    await listens;
    await first.stop(0);
    await away;
    await service.run('flow', 'instant');
    const gone = `mutation { cancelPayment(input: { paymentId: "${oldest}" }) { payment { transactionStatus } } }`;
    expect((await service.run('graphql', gone)).code).toBe(0);
    const second = await open(first.port);
    await expect.poll(() => said).toHaveLength(2);
    // Includes an old payment that is not among the newest hundred.
    expect(heard).toEqual(['CANC', 'RCVD', 'ACSC']);
    await second.stop(0);
    await expect(ended).rejects.toThrow(`Nothing answers at ${base}`);
  });

  it.each([
    ['a payment that is not there', ['listen', 'nowhere'], 1],
    ['a time that is none', ['listen', '--for', 'ever'], 2],
    ['a service that is not there', ['listen', '--url', 'http://127.0.0.1:2'], 3],
  ])('%s is reported in one line', async (_, args, expected) => {
    const { code, out, notes } = await service.run(...args);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(notes).toMatch(/^[^\n]{8,200}$/);
  });
});
