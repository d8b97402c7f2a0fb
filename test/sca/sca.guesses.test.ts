/** Every guess is counted under a lock, however many come at once. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasReachedLastRun } from '../../src/domain/bank/due.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { authorise } from '../support/story.ts';
import { shareScaBank, single } from './paying.ts';
import { otherPrivateCustomer, type Page, privateCustomer, type Visitor, wrongCode } from './visitor.ts';

const at = shareScaBank();
// Each test has a new TPP: wrong codes count against its customers.
const { newTpp, pay, start, statusOf } = at;

const historyOf = async (paymentId: string) => {
  const query = 'query ($id: String!) { payment(paymentId: $id) { statusHistory { to reason } } }';
  return (await at.tpp.graphqlRaw(query, { id: paymentId })).data.payment.statusHistory.at(-1);
};
const nextRun = async (): Promise<number> => {
  const { data } = await at.tpp.graphqlRaw('mutation { runPaymentBatch(input: {}) { sandboxClock } }');
  return Date.parse(data.runPaymentBatch.sandboxClock);
};
const fifteen = { to: 'RJCT', reason: 'fifteen wrong one-time codes were entered in total' };

async function guess(psu: Visitor, times: number, customer = privateCustomer): Promise<Page> {
  const { page, code } = await psu.logIn(customer);
  let last = page;
  for (let turn = 0; turn < times; turn += 1) last = await psu.approve(wrongCode(code));
  return last;
}

async function challenge(headers: Readonly<Record<string, string | null>> = {}): Promise<Visitor> {
  const answer = await at.challenge(headers);
  expect(answer.status, answer.text).toBe(401);
  return at.psuOf(answer);
}

describe('wrong codes over all authorisations of a payment', () => {
  it('fifteen wrong codes make it RJCT, whose history says why', async () => {
    newTpp();
    const made = await pay();
    await guess(made.psu, 4);
    for (const _ of [1, 2]) await guess(await start(`${made.self}/authorisations`), 4);
    expect(await statusOf(made)).toBe('RCVD');
    const fourth = await start(`${made.self}/authorisations`);
    const last = await guess(fourth, 3);
    expect(last.location).toContain('message=ended+after+fifteen+wrong+codes');
    expect((await fourth.open()).text).toContain('Too many wrong codes');
    expect(await statusOf(made)).toBe('RJCT');
    expect(await historyOf(made.id)).toEqual(fifteen);
    expect((await at.tpp.rest('POST', `${made.self}/authorisations`, { headers: psuHeaders })).status).toBe(
      409,
    );
  });

  it('wrong customer numbers do not count as codes', async () => {
    newTpp();
    const made = await pay();
    for (let turn = 0; turn < 5; turn += 1) {
      const psu = await start(`${made.self}/authorisations`);
      await psu.open();
      for (let wrong = 0; wrong < 4; wrong += 1) await psu.identify('1');
    }
    expect(await statusOf(made)).toBe('RCVD');
  });

  it('those of its cancellation count too, and end an approved payment', async () => {
    newTpp();
    const made = await pay(single, { ...domestic.example, requestedExecutionDate: '2030-01-15' });
    await made.psu.approve((await made.psu.logIn()).code);
    expect(await statusOf(made)).toBe('PDNG');
    for (const _ of [1, 2]) await guess(await start(`${made.self}/cancellation-authorisations`), 5);
    expect(await statusOf(made)).toBe('PDNG');
    const last = await start(`${made.self}/cancellation-authorisations`);
    await guess(last, 5);
    expect(await statusOf(made)).toBe('RJCT');
    expect(await historyOf(made.id)).toEqual(fifteen);
    expect((await last.open()).text).toContain('The bank stops the payment.');
  });

  it('a bulk payment with settled entries ends as PART, and the entries that waited as RJCT', async () => {
    newTpp();
    const entry = (amount: string) => ({
      instructedAmount: { amount, currency: 'NOK' },
      creditorName: 'Kari Nordmann',
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
      creditorAddress: { country: 'NO' },
    });
    // The last run of a day rejects payments without cover; the next run belongs to another day.
    while (!hasReachedLastRun(await nextRun()));
    const made = await pay('/v1/bulk-payments/norwegian-domestic-credit-transfers', {
      paymentInformationId: randomUUID().slice(0, 30),
      debtorAccount: { bban: '95360573002', currency: 'NOK' },
      payments: [entry('1.00'), entry('900000.00')],
    });
    await made.psu.approve((await made.psu.logIn()).code);
    await nextRun();
    expect(await statusOf(made)).toBe('ACCP');
    for (const _ of [1, 2, 3]) await guess(await start(`${made.self}/cancellation-authorisations`), 5);
    expect(await statusOf(made)).toBe('PART');
    const query =
      'query ($id: String!) { payment(paymentId: $id) { ... on BulkPayment { entries { transactionStatus reason } } } }';
    expect((await at.tpp.graphqlRaw(query, { id: made.id })).data.payment.entries).toEqual([
      { transactionStatus: 'ACSC', reason: 'settled on the debtor account' },
      { transactionStatus: 'RJCT', reason: null },
    ]);
  });

  it('a new basket does not restart the count', async () => {
    newTpp();
    const made = await pay();
    const basket = async () => {
      const answer = await at.tpp.rest('POST', '/v1/signing-baskets', {
        body: { paymentIds: [made.id] },
        headers: psuHeaders,
      });
      return `/v1/signing-baskets/${answer.json.basketId}`;
    };
    await guess(made.psu, 4);
    for (const _ of [1, 2]) {
      const path = await basket();
      await guess(await start(`${path}/authorisations`), 4);
      expect((await at.tpp.rest('DELETE', path)).status).toBe(204);
    }
    const path = await basket();
    await guess(await start(`${path}/authorisations`), 3);
    expect([
      await statusOf(made),
      (await at.tpp.rest('GET', `${path}/status`)).json.transactionStatus,
    ]).toEqual(['RJCT', 'RJCT']);
    expect(await historyOf(made.id)).toEqual(fifteen);
  });
});

describe('wrong codes over all log-ins', () => {
  const closed = 'Log-in is closed for an hour.';

  it('of a session fifteen wrong codes close it for an hour, and the page says so', async () => {
    newTpp();
    const session = { 'psu-id': randomUUID(), 'tpp-session-id': 'guessed' };
    for (const [times, customer] of [[5, privateCustomer] as const, [5, otherPrivateCustomer] as const])
      await guess(await challenge(session), times, customer);
    const third = await challenge(session);
    expect((await third.follow(guess(third, 4))).text).toContain('You have 1 attempt left.');
    const fourth = await challenge(session);
    const { code } = await fourth.logIn(otherPrivateCustomer);
    expect((await fourth.follow(fourth.approve(wrongCode(code)))).text).toContain(closed);
    // The right code does not help, here or with a new link, until the hour is over.
    expect((await fourth.approve(code)).location).not.toContain('psu-id=');
    expect((await (await challenge(session)).open()).text).toContain(closed);
    expect((await (await challenge()).open()).text).not.toContain(closed);
    await at.tpp.graphqlRaw('mutation { advanceSandboxClock(input: { by: "PT1H" }) { reached } }');
    const later = await challenge(session);
    const { code: right } = await later.logIn();
    expect((await later.approve(right)).location).toContain('psu-id=');
  });

  it('of a customer fifteen close it, whatever sessions a TPP invents', async () => {
    newTpp();
    for (let turn = 0; turn < 3; turn += 1) await guess(await challenge(), 5);
    const psu = await challenge();
    await psu.open();
    const refused = await psu.follow(psu.identify(privateCustomer));
    expect(refused.text).toContain('closed for an hour');
    // The number is not wrong, and other customers may log in.
    expect(refused.text).toContain('aria-invalid');
    expect((await psu.identify(otherPrivateCustomer)).status).toBe(303);
    await psu.open();
    expect((await psu.reject()).location).toContain('message=rejected');
  });

  it('of a customer: twenty concurrent guesses on twenty links count as fifteen, and a right code after them is refused', async () => {
    newTpp();
    const visitors: { psu: Visitor; code: string }[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const psu = await challenge();
      visitors.push({ psu, code: (await psu.logIn()).code });
    }
    const answers = await Promise.all(visitors.map(({ psu, code }) => psu.approve(wrongCode(code))));
    const judged = answers.filter(({ location }) => location?.endsWith('trouble=WRONG_CODE'));
    expect(judged).toHaveLength(15);
    const rights = await Promise.all(visitors.map(({ psu, code }) => psu.approve(code)));
    expect(rights.filter(({ location }) => location?.includes('psu-id='))).toEqual([]);
    const [count] = await at.bank.sql`
      select wrong_codes from wrong_code_counts where subject like 'log-in of customer%' order by recorded_at desc limit 1`;
    expect(count?.wrong_codes).toBe(15);
  });
});

describe('concurrent guesses on one link', () => {
  it.each([
    ['codes', (psu: Visitor, code: string) => psu.approve(wrongCode(code))],
    ['numbers', (psu: Visitor) => psu.identify('1')],
  ] as const)('twenty wrong %s of a log-in count as five, and then it has ended', async (what, act) => {
    newTpp();
    const psu = await challenge();
    let code = '';
    if (what === 'codes') ({ code } = await psu.logIn());
    else await psu.open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(psu, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(303),
      ...Array(15).fill(410),
    ]);
    const [row] = await at.bank.sql`
      select wrong_attempts, end_reason from authorisations where link_token = ${psu.path.slice('/sca/'.length)}`;
    expect(row).toEqual({ wrong_attempts: 5, end_reason: 'WRONG_CODE' });
  });

  it('twenty wrong codes of a payment count as five', async () => {
    newTpp();
    const made = await pay();
    const { code } = await made.psu.logIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => made.psu.approve(wrongCode(code))));
    expect(answers.filter(({ location }) => location?.endsWith('trouble=WRONG_CODE'))).toHaveLength(4);
    expect(await statusOf(made)).toBe('RJCT');
  });
});

describe('wrong codes over all payments of a customer', () => {
  it('the fiftieth wrong code closes approvals for an hour: a new payment does not restart the count', async () => {
    const tppId = newTpp();
    await guess((await pay()).psu, 5);
    // Equivalent to nine payments with five wrong codes each.
    const counted = await at.bank.sql`
      update wrong_code_counts set wrong_codes = wrong_codes + 40 where subject not like 'log-in of customer%'
        and tpp_id = ${tppId} and wrong_codes = 5`;
    expect(counted.count).toBe(1);
    await guess((await pay()).psu, 4);
    const fiftieth = await pay();
    expect((await fiftieth.psu.follow(guess(fiftieth.psu, 1))).text).toContain('closed for an hour');
    const made = await pay();
    await made.psu.open();
    const { psu } = made;
    expect((await psu.follow(psu.identify(privateCustomer))).text).toContain('closed for an hour');
    // The sandbox's bank app asks for no code.
    const { data } = await authorise(at.tpp, `${made.self}/authorisations`);
    expect(data.completeAuthorisation.authorisation.scaStatus).toBe('finalised');
  });
});
