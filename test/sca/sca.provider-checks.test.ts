import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scaLinkLifetimeMs } from '../../src/domain/authorisations/authorisation.ts';
import type { Behaviour, Detail } from '../support/identity-provider.ts';
import { complete } from '../support/story.ts';
import { type Paid, type ProviderBank, startProviderBank } from './provider-bank.ts';
import { ProviderVisitor } from './provider-visitor.ts';
import { corporateCustomer, otherPrivateCustomer, privateCustomer } from './visitor.ts';

let at: ProviderBank;
beforeAll(async () => {
  at = await startProviderBank();
});
beforeEach(() => at.reset());
afterAll(() => at?.stop());

const changed =
  (change: (detail: Detail) => unknown): NonNullable<Behaviour['grant']> =>
  (details) =>
    details.map((detail) => change(structuredClone(detail)));
/** `depth` lists, one inside the other. */
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const scaStatusOf = async ({ self }: Paid): Promise<string> => {
  const { json } = await at.tpp.rest('GET', `${self}/authorisations`);
  const id = json.authorisationIds[0];
  return (await at.tpp.rest('GET', `${self}/authorisations/${id}`)).json.scaStatus;
};
const rowOf = async ({ id }: Paid) => {
  const [row] = await at.bank.sql`select authorisation_id from authorisations where payment_id = ${id}`;
  return row?.authorisation_id as string;
};

it('a link leads to the provider ten times at most, however many forms come at once', async () => {
  const { psu } = await at.pay();
  await psu.open();
  const pages = await Promise.all(Array.from({ length: 15 }, () => psu.post('leave')));
  const refused = pages.filter(({ status }) => status !== 303);
  expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    Array.from({ length: 5 }, () => [409, '900']),
  );
  expect(refused[0]?.text).toContain('The bank has refused this');
  const other = await at.pay();
  expect(await other.psu.leave()).toContain(at.idp.issuer);
});

describe('the authorisation ends, pays nothing, and is logged, for', () => {
  it.each<[string, Behaviour, string]>([
    [
      'another amount',
      { grant: changed((one) => ({ ...one, instructedAmount: { amount: '1.00', currency: 'NOK' } })) },
      'DETAILS',
    ],
    ['another payee', { grant: changed((one) => ({ ...one, creditorName: 'Somebody else' })) }, 'DETAILS'],
    ['a field left out', { grant: changed(({ binding: _, ...one }) => one) }, 'DETAILS'],
    ['another payment', { grant: changed((one) => ({ ...one, paymentId: 'another' })) }, 'DETAILS'],
    ['nothing', { grant: () => [] }, 'DETAILS'],
    ['one payment more', { grant: (all) => [...all, ...all] }, 'DETAILS'],
    ['an added text with NUL', { grant: changed((one) => ({ ...one, added: 'a\0b' })) }, 'DETAILS'],
    ['an added name with NUL', { grant: changed((one) => ({ ...one, 'a\0b': true })) }, 'DETAILS'],
    ['an added lone surrogate', { grant: changed((one) => ({ ...one, added: ['\ud800'] })) }, 'DETAILS'],
    ['an added field of 65 levels', { grant: changed((one) => ({ ...one, added: nested(63) })) }, 'DETAILS'],
    ['a weaker acr', { acr: 'urn:bank:weak' }, 'ACR'],
    ['a log-in of an hour ago', { loggedInBefore: 3_600 }, 'AUTH_TIME'],
    ['no customer number', { claims: () => ({}) }, 'CUSTOMER_CLAIM'],
    [
      'a customer number that is no text',
      { claims: (number) => ({ customer_number: Number(number) }) },
      'CUSTOMER_CLAIM',
    ],
    ['a customer number with NUL', { claims: () => ({ customer_number: '1\0' }) }, 'CUSTOMER_CLAIM'],
    [
      'a customer whom the bank does not know',
      { claims: () => ({ customer_number: '00000000000' }) },
      'UNKNOWN_CUSTOMER',
    ],
    [
      'a company where PSU-Context is PRIVATE',
      { claims: () => ({ customer_number: corporateCustomer }) },
      'WRONG_TYPE',
    ],
  ])('a grant of %s', async (_, behaviour, check) => {
    const paid = await at.pay();
    at.behave(behaviour);
    const back = await paid.psu.travel();
    expect(back.status).toBe(303);
    expect(new URL(back.location ?? '').searchParams.get('message')).toContain('identity provider');
    expect([await at.statusOf(paid.self), await scaStatusOf(paid)]).toEqual(['RJCT', 'failed']);
    const authorisationId = await rowOf(paid);
    expect(at.idp.failed).toEqual([{ check, tppId: 'PSDNO-FSA-TEST1', authorisationId }]);
    expect((await paid.psu.open()).status).toBe(410);
  });

  it('a customer other than the one whom X-PSU-IDENTITY names', async () => {
    const paid = await at.pay({ 'x-psu-identity': privateCustomer });
    const back = await paid.psu.travel('approve', otherPrivateCustomer);
    expect(back.location).toContain('not+the+person+whom+the+TPP+named');
    expect(at.idp.failed).toMatchObject([{ check: 'WRONG_IDENTITY' }]);
    expect(await at.statusOf(paid.self)).toBe('RJCT');
  });

  it('the nonce of another request', async () => {
    const paid = await at.pay();
    const back = await paid.psu.decideThere(await paid.psu.leave());
    await at.bank
      .sql`update authentication_requests set nonce = 'another' where authorisation_id = ${await rowOf(paid)}`;
    await paid.psu.receiveReturn(back);
    const authorisationId = await rowOf(paid);
    expect(at.idp.failed).toEqual([
      { check: 'ID_TOKEN', detail: 'nonce', tppId: 'PSDNO-FSA-TEST1', authorisationId },
    ]);
    expect(await at.statusOf(paid.self)).toBe('RJCT');
  });

  it('another issuer', async () => {
    const paid = await at.pay();
    const back = new URL(await paid.psu.decideThere(await paid.psu.leave()));
    back.searchParams.set('iss', 'https://another.example');
    await paid.psu.receiveReturn(back.href);
    expect(at.idp.failed).toMatchObject([{ check: 'RESPONSE' }]);
    expect(await at.statusOf(paid.self)).toBe('RJCT');
  });

  it('a code that was used before, for another payment', async () => {
    const [first, second] = [await at.pay(), await at.pay()];
    const used = new URL(await first.psu.decideThere(await first.psu.leave()));
    await first.psu.receiveReturn(used.href);
    const stolen = new URL(await second.psu.decideThere(await second.psu.leave()));
    stolen.searchParams.set('code', used.searchParams.get('code') ?? '');
    await second.psu.receiveReturn(stolen.href);
    expect(at.idp.failed).toMatchObject([{ check: 'CODE', detail: 'invalid_grant' }]);
    expect([await at.statusOf(first.self), await at.statusOf(second.self)]).toEqual(['PDNG', 'RJCT']);
  });
});

it('a provider may add fields to a detail', async () => {
  const { self, psu } = await at.pay();
  at.behave({ grant: changed((one) => ({ ...one, transactionId: 'added' })) });
  await psu.travel();
  expect(await at.statusOf(self)).toBe('PDNG');
});

describe('a state of the provider', () => {
  it('works for one return: the next shows the page, and sends the provider nothing', async () => {
    const tokenRequests: unknown[] = [];
    at.behave({
      intercept: ({ url }) => url === '/token' && void tokenRequests.push(url) === undefined && false,
    });
    const { self, psu } = await at.pay();
    const back = await psu.decideThere(await psu.leave());
    await psu.receiveReturn(back);
    const again = await psu.receiveReturn(back);
    expect([again.status, tokenRequests.length]).toEqual([410, 1]);
    expect(again.text).toContain('You have approved the payment');
    expect(await at.statusOf(self)).toBe('PDNG');
  });

  it('works for one of two concurrent returns', async () => {
    const { self, psu } = await at.pay();
    const back = await psu.decideThere(await psu.leave());
    const [one, two] = await Promise.all([psu.receiveReturn(back), psu.receiveReturn(back)]);
    expect([one?.location ?? '', two?.location ?? ''].filter((to) => to.includes('psu-id='))).toHaveLength(1);
    expect(await at.statusOf(self)).toBe('PDNG');
    expect(at.idp.failed).toEqual([]);
  });

  it('belongs to its browser: another browser finds nothing, and the first one can return afterwards', async () => {
    const { self, psu } = await at.pay();
    const back = await psu.decideThere(await psu.leave());
    const foreign = await new ProviderVisitor(at.bank, `http://localhost:4000${psu.path}`).receiveReturn(
      back,
    );
    expect(foreign.status).toBe(404);
    expect(await at.statusOf(self)).toBe('RCVD');
    await psu.receiveReturn(back);
    expect(await at.statusOf(self)).toBe('PDNG');
  });

  it('survives a preview of the link', async () => {
    const { self, psu } = await at.pay();
    const back = await psu.decideThere(await psu.leave());
    await new ProviderVisitor(at.bank, `http://localhost:4000${psu.path}`).open();
    expect((await psu.receiveReturn(back)).status).toBe(303);
    expect(await at.statusOf(self)).toBe('PDNG');
  });

  it('ends when a second browser goes to the provider', async () => {
    const { self, psu } = await at.pay();
    const back = await psu.decideThere(await psu.leave());
    const second = new ProviderVisitor(at.bank, `http://localhost:4000${psu.path}`);
    const there = await second.leave();
    expect((await psu.receiveReturn(back)).status).toBe(404);
    expect(await at.statusOf(self)).toBe('RCVD');
    await second.receiveReturn(await second.decideThere(there));
    expect(await at.statusOf(self)).toBe('PDNG');
  });

  it('is not available to a second browser, which may choose no agreement by it', async () => {
    const second = { owner: corporateCustomer, name: 'Second agreement', engagements: [] };
    await at.tpp.rest('POST', '/v1/sandbox/agreements', { body: second });
    const { self, psu } = await at.pay({ 'psu-context': 'CORPORATE', 'psu-corporate-id': 'none' });
    await psu.travel('approve', corporateCustomer);
    const page = await psu.open();
    const [, agreementId = ''] = /name="agreementId" value="([^"]+)"/.exec(page.text) ?? [];
    expect(agreementId).not.toBe('');
    const other = new ProviderVisitor(at.bank, `http://localhost:4000${psu.path}`);
    expect((await other.open()).text).toContain('Continue to your bank');
    expect((await other.post('agreement', { agreementId })).location).toContain('trouble=NO_AGREEMENT');
    expect((await psu.post('agreement', { agreementId })).status).toBe(409);
    expect(await at.statusOf(self)).toBe('RCVD');
  });

  it('is replaced when the PSU leaves again: the first return leads to the page', async () => {
    const { self, psu } = await at.pay();
    const first = await psu.decideThere(await psu.leave());
    const second = await psu.decideThere(await psu.leave());
    const early = await psu.receiveReturn(first);
    expect([early.status, early.location]).toEqual([303, expect.stringContaining(psu.path)]);
    expect((await psu.open()).text).toContain('Continue to your bank');
    expect(await at.statusOf(self)).toBe('RCVD');
    await psu.receiveReturn(second);
    expect(await at.statusOf(self)).toBe('PDNG');
  });

  it.each(['', '?state=', '?state=unknown&code=x', '?code=x', '?state=a&state=b'])(
    '%s leads nowhere',
    async (query) => {
      const answer = await at.bank.fetch(`/sca/return${query}`, { redirect: 'manual' });
      expect(answer.status).toBe(404);
    },
  );
});

describe('after 15 minutes', () => {
  it('nobody can return', async () => {
    const { self, psu } = await at.pay();
    const back = await psu.decideThere(await psu.leave());
    at.shift.ms = scaLinkLifetimeMs + 1_000;
    const late = await psu.receiveReturn(back);
    expect(late.location ?? late.text).toMatch(/not\+finished|has expired/);
    at.bank.time.now = Date.now() + at.shift.ms;
    expect(await at.statusOf(self)).toBe('RJCT');
  });

  it('a late response of the provider approves nothing', async () => {
    const { self, psu } = await at.pay();
    const back = await psu.decideThere(await psu.leave());
    at.behave({
      intercept: ({ url }) => {
        if (url === '/token') at.shift.ms = scaLinkLifetimeMs + 1_000;
        return false;
      },
    });
    await psu.receiveReturn(back);
    at.bank.time.now = Date.now() + at.shift.ms;
    expect(await at.statusOf(self)).toBe('RJCT');
  });
});

describe('a provider that is down', () => {
  const gone: Behaviour['intercept'] = ({ socket }) => {
    socket.destroy();
    return true;
  };
  const failing: Behaviour['intercept'] = (_, response) => {
    response.writeHead(503).end();
    return true;
  };
  const slow: Behaviour['intercept'] = () => true;
  const huge: Behaviour['intercept'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(2_000_000)}"`);
    return true;
  };

  it.each([
    ['unreachable', gone],
    ['failing', failing],
    ['slow', slow],
    ['answering without end', huge],
  ])('%s, leaves the link valid, when the PSU leaves and when they return', async (_, intercept) => {
    const { self, psu } = await at.pay();
    await psu.open();
    const waits = (timeoutMs: number) => Object.assign(at.idp.patience, { timeoutMs });
    at.behave({ intercept });
    waits(intercept === slow ? 200 : 20_000);
    const stays = await psu.post('leave');
    expect([stays.status, stays.headers.get('retry-after')]).toEqual([503, '2']);
    expect(at.logLines.at(-1)).toBe('request refused');
    expect(stays.text).toContain(
      'Your bank’s log-in is not responding. Nothing has been approved. Try again.',
    );
    delete at.idp.behaviour.intercept;
    waits(20_000);
    const back = await psu.decideThere(await psu.leave());
    at.behave({ intercept });
    waits(intercept === slow ? 200 : 20_000);
    const returned = await psu.receiveReturn(back);
    expect([returned.status, returned.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await at.statusOf(self)).toBe('RCVD');
    delete at.idp.behaviour.intercept;
    waits(20_000);
    const left = await psu.post('leave');
    await psu.receiveReturn(await psu.decideThere(left.location ?? ''));
    expect(await at.statusOf(self)).toBe('PDNG');
    expect(at.idp.away.map(({ needsOperator }) => needsOperator)).toEqual([false, false]);
    expect(at.idp.failed).toEqual([]);
  });
});

describe('without the provider nothing is approved', () => {
  it('neither by a number and a code, nor by the bank app', async () => {
    const paid = await at.pay();
    await paid.psu.open();
    const [row] = await at.bank.sql`select code from authorisations where payment_id = ${paid.id}`;
    await paid.psu.post('identify', { customerNumber: privateCustomer });
    const tried = await paid.psu.post('decision', { decision: 'approve', code: row?.code });
    expect(tried.status).toBe(409);
    const app = await complete(at.tpp, await rowOf(paid), 'APPROVE', privateCustomer);
    expect(app.data.completeAuthorisation.tppMessages).toMatchObject([{ code: 'CONFLICT' }]);
    expect(await at.statusOf(paid.self)).toBe('RCVD');
  });

  it('nor by a form that is not from this page', async () => {
    const paid = await at.pay();
    await paid.psu.open();
    paid.psu.formToken = 'guessed';
    expect((await paid.psu.post('leave')).status).toBe(409);
    paid.psu.formToken = '';
    expect((await paid.psu.post('leave')).status).toBe(409);
  });
});

it('another replica accepts the PSU who returns', async () => {
  const { self, psu } = await at.pay();
  const back = await psu.decideThere(await psu.leave());
  const replica = at.bank.replica();
  psu.use(replica);
  await psu.receiveReturn(back);
  expect(await at.statusOf(self)).toBe('PDNG');
  await replica.stop();
});
