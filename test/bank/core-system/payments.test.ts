import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic as periodic } from '../../../src/domain/payments/products/periodic.ts';
import {
  codeOn,
  corporateCustomer,
  otherPrivateCustomer,
  privateCustomer,
  Visitor,
} from '../../sca/visitor.ts';
import { type Answer, psuHeaders } from '../../support/bank.ts';
import { clockMoves, expectWarningOfMove } from '../../support/clock-moves.ts';
import { shareBankWithCore } from './support/bank-with-core.ts';

const instant = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const single = '/v1/payments/norwegian-domestic-credit-transfers';
const bulk = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const standing = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
const day = 86_400_000;
/** Long enough, however many of its days are bank holidays. */
const week = 7 * day;

const one = shareBankWithCore();
beforeAll(() => one.bank.app.events.start());

type Body = Readonly<Record<string, unknown>>;

async function pay(
  path: string,
  example: Body,
  change: Body = {},
  headers: Record<string, string | null> = {},
) {
  const unlike = 'payments' in example ? {} : { remittanceInformationUnstructured: randomUUID() };
  const body = { ...example, ...unlike, ...change };
  const psu = { ...psuHeaders, 'psu-id': randomUUID(), ...headers };
  const made = await one.tpp.rest('POST', path, { body, headers: psu });
  return { made, self: `${path}/${made.json.paymentId}` };
}

const statusOf = async (self: string): Promise<string> =>
  (await one.tpp.rest('GET', `${self}/status`)).json.transactionStatus;
const idOf = (made: Answer): string => made.json.paymentId;

/** Approves on the pages of the service; returns the redirect. */
async function approve(made: Answer, customer = privateCustomer): Promise<string> {
  const psu = new Visitor(one.bank, made.json._links.scaRedirect.href);
  const { code, page } = await psu.logIn(customer);
  expect(code, page.text).not.toBe('');
  return (await psu.approve(code)).location ?? '';
}

async function approved(path: string, example: Body, change: Body = {}) {
  const { made, self } = await pay(path, example, change);
  expect(made.status, made.text).toBe(201);
  expect(await approve(made)).toContain('psu-id=');
  return { made, self, id: idOf(made) };
}

const history = async (paymentId: string): Promise<string> => {
  const rows = await one.bank.sql`
    select from_status, to_status from payment_status_changes where payment_id = ${paymentId} order by sequence`;
  return rows.map((row) => `${row.from_status}>${row.to_status}`).join(' ');
};
const coverOf = async (paymentId: string): Promise<unknown> =>
  (await one.bank.sql`select funds_available from payments where payment_id = ${paymentId}`)[0]
    ?.funds_available;
const ordersOf = (paymentId: string) =>
  one.bank.sql`select * from bank_orders where payment_id = ${paymentId} order by sequence`;

describe('a payment', () => {
  it('is pending from its approval until the core reports more, with its order sent', async () => {
    const { self, id } = await approved(single, domestic.example);
    expect(await statusOf(self)).toBe('PDNG');
    // The core was asked for cover when the PSU approved.
    expect(await coverOf(id)).toBe(true);
    const [order] = await ordersOf(id);
    expect(order).toMatchObject({ state: 'WAITING', kind: 'CREDIT_TRANSFER', tries: 0 });
    expect(order?.order_id).toMatch(/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    await one.settle();
    expect(await ordersOf(id)).toMatchObject([{ state: 'SENT', tries: 1 }]);
    one.coreTime.now += week;
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
    expect(await history(id)).toBe('RCVD>PDNG PDNG>ACSC');
    expect(await ordersOf(id)).toMatchObject([{ state: 'ENDED' }]);
  });

  it('with many entries ends as its entries do', async () => {
    const entries = (bulkDomestic.example as { payments: readonly Body[] }).payments;
    const [first] = entries;
    const payments = [...entries, { ...first, creditorName: 'Scenario Rejected' }];
    const { self, id } = await approved(bulk, bulkDomestic.example, { payments });
    await one.settle();
    one.coreTime.now += week;
    await one.settle();
    expect(await statusOf(self)).toBe('PART');
    const rows = await one.bank
      .sql`select status, reason from payment_entries where payment_id = ${id} order by position`;
    expect(rows.map(({ status }) => status)).toEqual([...entries.map(() => 'ACSC'), 'RJCT']);
    expect(rows.at(-1)?.reason).toContain('rejected by the bank');
  });

  it('without cover is rejected with the reason of the core', async () => {
    const { self, id } = await approved(instant, instantDomestic.example, {
      creditorName: 'Scenario No Cover',
    });
    await one.settle();
    expect(await statusOf(self)).toBe('RJCT');
    expect(await coverOf(id)).toBe(false);
    expect(await history(id)).toBe('RCVD>PDNG PDNG>RJCT');
  });

  it.each([
    ['a PSU who has logged in for it', 'PRIVATE'],
    ['a PSU whose session is live', null],
  ])('can be rejected by %s while the core is away', async (_, context) => {
    const headers = { 'psu-id': randomUUID(), 'psu-context': context, 'tpp-session-id': randomUUID() };
    if (context === null) await approve((await pay(single, domestic.example, {}, headers)).made);
    const { made, self } = await pay(single, domestic.example, {}, headers);
    const start = () =>
      one.tpp.rest('POST', `${self}/authorisations`, { headers: { ...psuHeaders, ...headers } });
    const link = made.json._links.scaRedirect ?? (await start()).json._links.scaRedirect;
    const psu = new Visitor(one.bank, link.href);
    if (context === null) expect((await psu.open()).text).toContain('name="code"');
    else await psu.logIn();
    one.intercept = async () => ({ status: 503 });
    expect((await psu.open()).status).toBe(503);
    expect((await psu.reject()).location).toContain('message=');
    expect(await statusOf(self)).toBe('RJCT');
  });

  it('sends no order when its PSU rejects it', async () => {
    const { made, self } = await pay(single, domestic.example);
    const psu = new Visitor(one.bank, made.json._links.scaRedirect.href);
    await psu.logIn();
    await psu.reject();
    expect(await statusOf(self)).toBe('RJCT');
    expect(await ordersOf(idOf(made))).toHaveLength(0);
  });
});

describe('a basket', () => {
  it('orders each of its payments when its PSU approves', async () => {
    const psu = { ...psuHeaders, 'psu-id': randomUUID() };
    const made = [await pay(single, domestic.example, {}, psu), await pay(single, domestic.example, {}, psu)];
    const body = { paymentIds: made.map((other) => idOf(other.made)) };
    const basket = await one.tpp.rest('POST', '/v1/signing-baskets', { body, headers: psu });
    const self = `/v1/signing-baskets/${basket.json.basketId}`;
    await approve(await one.tpp.rest('POST', `${self}/authorisations`));
    expect(await statusOf(self)).toBe('ACTC');
    for (const id of body.paymentIds) expect(await ordersOf(id)).toHaveLength(1);
    await one.settle();
    one.coreTime.now += week;
    await one.settle();
    for (const other of made) expect(await statusOf(other.self)).toBe('ACSC');
  });

  it('pays only from the currencies of the debtor account that the PSU may use', async () => {
    const psu = { ...psuHeaders, 'psu-id': randomUUID() };
    const payIn = (currency: string) =>
      pay(single, domestic.example, { debtorAccount: { bban: '95360573002', currency } }, psu);
    const made = [await payIn('EUR'), await payIn('NOK')];
    const body = { paymentIds: made.map((other) => idOf(other.made)) };
    const basket = await one.tpp.rest('POST', '/v1/signing-baskets', { body, headers: psu });
    expect(basket.status, basket.text).toBe(201);
    one.intercept = async (line, act) => {
      const { status, body: answer } = await act();
      if (line !== 'POST /rights/query' || !Array.isArray(answer)) return { status, body: answer };
      return {
        status,
        body: answer.map((right) => ({ ...right, allowed: right.account.currency === 'NOK' })),
      };
    };
    const self = `/v1/signing-baskets/${basket.json.basketId}`;
    await approve(await one.tpp.rest('POST', `${self}/authorisations`));
    expect(await Promise.all(made.map((other) => statusOf(other.self)))).toEqual(['RJCT', 'PDNG']);
    const orders = await Promise.all(body.paymentIds.map(ordersOf));
    expect(orders.map(({ length }) => length)).toEqual([0, 1]);
  });
});

describe('a company', () => {
  it('approves what its agreement at the core allows, and no more', async () => {
    const headers = { 'psu-context': 'CORPORATE', 'psu-corporate-id': '999888777' };
    const own = { debtorAccount: { bban: '95362141002', currency: 'NOK' } };
    const allowed = await pay(single, domestic.example, own, headers);
    expect(await approve(allowed.made, corporateCustomer)).toContain('psu-id=');
    expect(await statusOf(allowed.self)).toBe('PDNG');
    const foreign = await pay(single, domestic.example, {}, headers);
    expect(await approve(foreign.made, corporateCustomer)).toContain('message=');
    expect(await statusOf(foreign.self)).toBe('RJCT');
    expect(await ordersOf(idOf(foreign.made))).toHaveLength(0);
  });
});

describe('an instant payment', () => {
  it('has ended when its PSU goes back to the TPP', async () => {
    const { runner } = one.bank.replica().app;
    runner.start();
    const { made, self } = await pay(instant, instantDomestic.example);
    expect(await approve(made)).toContain('psu-id=');
    expect(await statusOf(self)).toBe('ACSC');
    const refused = await pay(instant, instantDomestic.example, { creditorName: 'Scenario No Cover' });
    expect(await approve(refused.made)).toContain('message=');
    expect(await statusOf(refused.self)).toBe('RJCT');
    await runner.stop();
  });
});

describe('rights', () => {
  it('do not exist on an account that the core does not know, whoever signs', async () => {
    const { made, self } = await pay(single, domestic.example, {
      debtorAccount: { bban: '15030000021', currency: 'NOK' },
    });
    expect(made.status, made.text).toBe(201);
    expect(await approve(made)).toContain('message=');
    expect(await statusOf(self)).toBe('RJCT');
    expect(await ordersOf(idOf(made))).toHaveLength(0);
  });

  it('of another person are not enough', async () => {
    const { made, self } = await pay(single, domestic.example);
    expect(await approve(made, otherPrivateCustomer)).toContain('message=');
    expect(await statusOf(self)).toBe('RJCT');
  });

  it.each([
    ['another account', { bban: '95362141002', currency: 'NOK' }],
    ['another currency of the account', { bban: '95360573002', currency: 'EUR' }],
  ])('on %s are unknown: the page says that the bank cannot be reached', async (_, account) => {
    const { made, self } = await pay(single, domestic.example);
    one.intercept = async (line, act) =>
      line === 'POST /rights/query' ? { status: 200, body: [{ account, allowed: true }] } : act();
    const psu = new Visitor(one.bank, made.json._links.scaRedirect.href);
    const { code } = await psu.logIn();
    expect((await psu.approve(code)).status).toBe(503);
    expect(await statusOf(self)).toBe('RCVD');
    one.intercept = null;
    expect((await psu.approve(codeOn(await psu.open()))).location).toContain('psu-id=');
    expect(await statusOf(self)).toBe('PDNG');
  });

  it('count by their account, in whatever order and form', async () => {
    const psu = { ...psuHeaders, 'psu-id': randomUUID() };
    const own = await pay(single, domestic.example, {}, psu);
    one.intercept = async (line, act) => {
      const { status, body } = await act();
      if (line !== 'POST /rights/query' || !Array.isArray(body)) return { status, body };
      const iban = 'NO9395360573002';
      return {
        status,
        body: body.map(({ account, ...right }) => ({
          ...right,
          account: { iban, currency: account.currency },
        })),
      };
    };
    expect(await approve(own.made)).toContain('psu-id=');
    expect(await statusOf(own.self)).toBe('PDNG');
  });

  it('are read without the characters of a name that the database cannot store', async () => {
    const { made, self } = await pay(single, domestic.example);
    one.intercept = async (line, act) => {
      const { status, body } = await act();
      if (line !== 'POST /rights/query' || !Array.isArray(body)) return { status, body };
      return { status, body: body.map((right) => ({ ...right, holderName: 'Kari\0 Nordmann' })) };
    };
    expect(await approve(made)).toContain('psu-id=');
    expect(await statusOf(self)).toBe('PDNG');
    const [order] = await ordersOf(idOf(made));
    expect(order?.debtor_name).toBe('Kari Nordmann');
  });

  it('are checked again at the approval', async () => {
    const { made } = await pay(single, domestic.example);
    const psu = new Visitor(one.bank, made.json._links.scaRedirect.href);
    const { code } = await psu.logIn();
    const before = one.arrived.filter((line) => line === 'POST /rights/query').length;
    await psu.approve(code);
    const after = one.arrived.filter((line) => line === 'POST /rights/query').length;
    expect(after - before).toBe(1);
  });

  it('of a company belong to the persons whom its agreement names', async () => {
    const { made } = await pay(
      single,
      domestic.example,
      {},
      {
        'psu-context': 'CORPORATE',
        'psu-corporate-id': '999888777',
      },
    );
    const psu = new Visitor(one.bank, made.json._links.scaRedirect.href);
    await psu.open();
    const page = await psu.identify(corporateCustomer);
    expect(page.status, page.text).toBe(303);
  });

  it('a customer whom the core does not know cannot log in', async () => {
    const { made } = await pay(single, domestic.example);
    const psu = new Visitor(one.bank, made.json._links.scaRedirect.href);
    await psu.open();
    await psu.identify('11111111111');
    expect((await psu.open()).text).toContain('name="customerNumber"');
  });
});

describe('a session of the PSU', () => {
  const create = (headers: Readonly<Record<string, string | null>>) =>
    pay(single, domestic.example, {}, { 'psu-context': null, ...headers });

  it('is required, made by a log-in, and serves later creations at both doors', async () => {
    const session = { 'psu-id': randomUUID(), 'tpp-session-id': randomUUID() };
    const { made: challenged } = await create(session);
    expect([challenged.status, challenged.json.code]).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    const psu = new Visitor(one.bank, challenged.json._links.scaRedirect.href);
    const { code } = await psu.logIn(privateCustomer);
    expect((await psu.approve(code)).location).toContain(`tpp-session-id=${session['tpp-session-id']}`);
    const { made } = await create(session);
    expect(made.status, made.text).toBe(201);
    const answer = await one.tpp.graphqlRaw(
      'mutation ($input: CreateDomesticPaymentInput!) { createDomesticPayment(input: $input) { payment { paymentId } } }',
      { input: { ...domestic.example, remittanceInformationUnstructured: randomUUID() } },
      { headers: { ...psuHeaders, ...session, 'psu-context': null } },
    );
    expect(answer.json.data?.createDomesticPayment?.payment?.paymentId, answer.text).toBeTypeOf('string');
    const { made: other } = await create({ ...session, 'tpp-session-id': randomUUID() });
    expect(other.status).toBe(401);
  });
});

describe('the choice of an agreement', () => {
  it('asks the core for no rights: the approval does', async () => {
    one.intercept = async (line, act) => {
      const { status, body } = await act();
      if (line !== 'POST /customers/query' || status !== 200) return { status, body };
      const { agreements, ...customer } = body as { agreements: readonly object[] };
      const other = { id: 'other', name: 'Other', ownerNumber: corporateCustomer };
      return { status, body: { ...customer, agreements: [other, ...agreements] } };
    };
    const debtorAccount = { bban: '95362141002', currency: 'NOK' };
    const context = { 'psu-context': 'CORPORATE', 'psu-corporate-id': '999888777' };
    const { made, self } = await pay(single, domestic.example, { debtorAccount }, context);
    expect(made.status, made.text).toBe(201);
    const psu = new Visitor(one.bank, made.json._links.scaRedirect.href);
    await psu.open();
    await psu.identify(corporateCustomer);
    const { text } = await psu.open();
    const ids = [...text.matchAll(/name="agreementId" value="([^"]+)"/g)].map(([, id = '']) => id);
    expect(ids).toHaveLength(2);
    one.arrived.length = 0;
    await psu.post('agreement', { agreementId: ids.find((id) => id !== 'other') ?? '' });
    expect(one.arrived).toContain('POST /customers/query');
    expect(one.arrived).not.toContain('POST /rights/query');
    await psu.approve(codeOn(await psu.open()));
    one.intercept = null;
    expect(await statusOf(self)).toBe('PDNG');
  });
});

describe('a cancellation', () => {
  async function cancelled(self: string): Promise<void> {
    const asked = await one.tpp.rest('DELETE', self);
    expect(asked.status, asked.text).toBe(202);
    const started = await one.tpp.rest('POST', `${self}/cancellation-authorisations`, {
      headers: psuHeaders,
    });
    expect(await approve(started)).toContain('psu-id=');
  }

  it('withdraws an order that was not sent', async () => {
    const { self, id } = await approved(single, domestic.example);
    await cancelled(self);
    expect(await statusOf(self)).toBe('CANC');
    await one.settle();
    expect(await ordersOf(id)).toMatchObject([{ state: 'WITHDRAWN', tries: 0 }]);
  });

  it('of a sent order is an order itself, and the status stays until the core has answered', async () => {
    const { self, id } = await approved(single, domestic.example);
    await one.settle();
    await cancelled(self);
    expect(await statusOf(self)).toBe('PDNG');
    await one.settle();
    expect(await statusOf(self)).toBe('CANC');
    const [order, cancellation] = await ordersOf(id);
    expect(cancellation).toMatchObject({ kind: 'CANCELLATION', cancels: order?.order_id, state: 'ENDED' });
  });

  it('ends both orders when its answer comes before the report of the payment', async () => {
    const { self, id } = await approved(single, domestic.example);
    await one.settle();
    await cancelled(self);
    one.intercept = async (line, act) => {
      const { status, body } = await act();
      return { status, body: line === 'GET /reports' && Array.isArray(body) ? [...body].reverse() : body };
    };
    await one.settle();
    one.intercept = null;
    expect(await statusOf(self)).toBe('CANC');
    expect(await ordersOf(id)).toMatchObject([{ state: 'ENDED' }, { state: 'ENDED' }]);
  });

  it('leaves the payment running when it comes too late, and the history says why', async () => {
    const { self, id } = await approved(single, domestic.example);
    await one.bank.app.runner.tick();
    await cancelled(self);
    // The core has settled it meanwhile, and reports that after its response to the cancellation.
    one.coreTime.now += week;
    await one.carryOut();
    let withheld = true;
    one.intercept = async (line, act) => {
      const { status, body } = await act();
      if (line !== 'GET /reports' || !withheld || !Array.isArray(body)) return { status, body };
      const answers = body.filter(({ document }) => document.includes('camt.029'));
      return { status, body: answers.map(({ document }) => ({ cursor: '0.0', document })) };
    };
    await one.settle();
    expect(await statusOf(self)).toBe('PDNG');
    withheld = false;
    await one.settle();
    one.intercept = null;
    expect(await statusOf(self)).toBe('ACSC');
    const rows = await one.bank.sql`
      select reason from payment_status_changes where payment_id = ${id} and from_status = to_status`;
    expect(rows.map(({ reason }) => reason)).toEqual([
      'the bank did not cancel the payment: the payment has already been executed (ARDT)',
    ]);
  });
});

describe('a standing order', () => {
  it('keeps its plan with us, and sends each execution as an order of its own', async () => {
    const startDate = new Date(one.bank.time.now + 3 * day).toISOString().slice(0, 10);
    const { self, id } = await approved(standing, periodic.example, { startDate, frequency: 'Daily' });
    expect(await statusOf(self)).toBe('ACCP');
    expect(await ordersOf(id)).toHaveLength(0);
    await one.bank.sql`update tpps set clock_offset_ms = ${12 * day} where tpp_id = 'PSDNO-FSA-TEST1'`;
    one.coreTime.now = one.bank.time.now + 12 * day;
    await one.settle();
    const orders = await ordersOf(id);
    expect(orders.length).toBeGreaterThan(1);
    // Orders of one payment are sent one after the other.
    for (const _ of orders) {
      one.coreTime.now += week;
      await one.settle();
    }
    const made = await one.bank
      .sql`select outcome from periodic_executions where payment_id = ${id} order by nominal_date`;
    expect(made.map(({ outcome }) => outcome)).toEqual(orders.map(() => 'EXECUTED'));
    expect(await statusOf(self)).toBe('ACCP');
    const deleted = await one.tpp.rest('DELETE', self);
    const started = await one.tpp.rest('POST', `${self}/cancellation-authorisations`, {
      headers: psuHeaders,
    });
    expect(deleted.status).toBe(202);
    expect(await approve(started)).toContain('psu-id=');
    expect(await statusOf(self)).toBe('CANC');
  });

  it('is among the events of a clock that moves over its executions', async () => {
    const startDate = new Date(one.bank.time.now + 20 * day).toISOString().slice(0, 10);
    const { id } = await approved(standing, periodic.example, { startDate, frequency: 'Daily' });
    const { json } = await one.tpp.graphqlRaw(
      `mutation { advanceSandboxClock(input: { by: "P12D" }) { reached events { kind paymentId transactionStatus text } } }`,
    );
    const { reached, events } = json.data.advanceSandboxClock;
    const orders = await ordersOf(id);
    expect(orders.length).toBeGreaterThan(0);
    expect(reached).toBe(true);
    expect(events.filter((event: { paymentId: string }) => event.paymentId === id)).toEqual(
      orders.map(({ nominal_date: nominalDate }) => ({
        kind: 'PERIODIC_EXECUTION',
        paymentId: id,
        transactionStatus: 'ACCP',
        text: `${nominalDate.toISOString().slice(0, 10)}: ordered from the bank`,
      })),
    );
  });
});

it.each(clockMoves)('a move of the sandbox clock warns that the core has a clock of its own: %s', (move) =>
  expectWarningOfMove(one.tpp, move),
);
