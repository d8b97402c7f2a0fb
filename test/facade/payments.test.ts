import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic as periodic } from '../../src/domain/payments/products/periodic.ts';
import type { PaymentStatus } from '../../src/domain/payments/status.ts';
import { privateCustomer } from '../sca/visitor.ts';
import { psuHeaders } from '../support/bank.ts';
import { clockMoves, expectWarningOfMove } from '../support/clock-moves.ts';
import { domesticPath as single } from '../support/story.ts';
import { Traveller } from '../support/traveller.ts';
import { answerOf, referenceOf, shareTwoBanks, statusAt } from './two-banks.ts';

const instant = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const bulk = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const standing = '/v1/periodic-payments/norwegian-domestic-credit-transfers';

const two = shareTwoBanks();

type Example = Readonly<Record<string, unknown>>;

async function pay(
  path = instant,
  example: Example = instantDomestic.example,
  headers: Readonly<Record<string, string | null>> = {},
  by = two.tpp,
) {
  const unlike = 'payments' in example ? {} : { remittanceInformationUnstructured: randomUUID() };
  const requestId = randomUUID();
  const body = { ...example, ...unlike };
  const made = await by.rest('POST', path, { requestId, body, headers: { ...psuHeaders, ...headers } });
  return { requestId, body, made, self: `${path}/${made.json.paymentId}` };
}

async function behind(paymentId: string): Promise<{ id: string; status: string }> {
  const reference = await referenceOf(two, paymentId);
  const [payment] = await two.bank
    .sql`select payment_id, status from payments where payment_id = ${reference}`;
  return { id: payment?.payment_id, status: payment?.status };
}

describe('201', () => {
  it.each([
    ['an instant payment', instant, instantDomestic.example, 'ACSC'],
    ['a domestic payment', single, domestic.example, 'PDNG'],
    ['a bulk payment', bulk, bulkDomestic.example, 'PDNG'],
    ['a periodic payment', standing, periodic.example, 'ACCP'],
  ] as const)(
    '%s is created at the bank under our id, and approved on its pages',
    async (_, path, example, reached) => {
      const { made, self } = await pay(path, example);
      expect(made.status, made.text).toBe(201);
      const { paymentId, _links } = made.json;
      expect(await behind(paymentId)).toMatchObject({ status: 'RCVD' });
      expect((await behind(paymentId)).id).not.toBe(paymentId);
      expect(_links.scaRedirect.href).toMatch(/^http:\/\/localhost:4000\/sca\//);
      const back = await new Traveller(two, _links.scaRedirect.href).travel('approve');
      expect(back.status, back.text).toBe(303);
      const address = new URL(back.location ?? '');
      expect(address.origin + address.pathname).toBe('https://tpp.example/return');
      expect(Object.fromEntries(address.searchParams)).toEqual({
        state: '1',
        'psu-id': psuHeaders['psu-id'],
        'tpp-session-id': psuHeaders['tpp-session-id'],
      });
      expect(await behind(paymentId)).toMatchObject({ status: reached });
      expect(await statusAt(two.tpp, self)).toBe(reached);
    },
  );

  it('a rejection at the bank is a rejection here, and the TPP gets the words of the bank', async () => {
    const { made, self } = await pay();
    const back = await new Traveller(two, made.json._links.scaRedirect.href).travel('reject');
    expect(new URL(back.location ?? '').searchParams.get('message')).toMatch(/rejected/);
    expect(await statusAt(two.tpp, self)).toBe('RJCT');
  });

  it('an authorisation that a TPP starts leads to the bank too, and its scaStatus follows', async () => {
    const { made, self } = await pay(single, domestic.example);
    const started = await two.tpp.rest('POST', `${self}/authorisations`);
    expect(started.status, started.text).toBe(201);
    await new Traveller(two, started.json._links.scaRedirect.href).travel('approve');
    expect(await statusAt(two.tpp, self)).toBe('PDNG');
    const found = await two.tpp.rest('GET', `${self}/authorisations/${started.json.authorisationId}`);
    expect(found.json.scaStatus).toBe('finalised');
    expect(made.status).toBe(201);
  });

  it('an authorisation that the PSU ends there is ended here when the TPP reads it, also without a return', async () => {
    const { self } = await pay(single, domestic.example);
    const started = await two.tpp.rest('POST', `${self}/authorisations`);
    await new Traveller(two, started.json._links.scaRedirect.href).approveThere();
    const found = await two.tpp.rest('GET', `${self}/authorisations/${started.json.authorisationId}`);
    expect(found.json.scaStatus).toBe('finalised');
    const body = { paymentIds: [(await pay(single, domestic.example)).made.json.paymentId] };
    const basket = await two.tpp.rest('POST', '/v1/signing-baskets', { body, headers: psuHeaders });
    const basketPath = `/v1/signing-baskets/${basket.json.basketId}/authorisations`;
    const ofBasket = await two.tpp.rest('POST', basketPath);
    await new Traveller(two, ofBasket.json._links.scaRedirect.href).decideThere('reject', privateCustomer);
    const rejected = await two.tpp.rest('GET', `${basketPath}/${ofBasket.json.authorisationId}`);
    expect(rejected.json.scaStatus).toBe('failed');
  });

  it('a retry gets the same bytes and causes no call', async () => {
    const { requestId, body, made } = await pay();
    const calls = two.arrived.length;
    const again = await two.tpp.rest('POST', instant, { requestId, body, headers: psuHeaders });
    expect([again.text, again.headers.get('idempotent-replay')]).toEqual([made.text, 'true']);
    expect(two.arrived.length).toBe(calls);
  });

  it('through GraphQL as well', async () => {
    const { context, ...psu } = {
      psuId: psuHeaders['psu-id'],
      sessionId: psuHeaders['tpp-session-id'],
      redirectUri: psuHeaders['tpp-redirect-uri'],
      ipAddress: psuHeaders['psu-ip-address'],
      context: 'PRIVATE',
    };
    const input = {
      ...instantDomestic.example,
      remittanceInformationUnstructured: randomUUID(),
      psu: { ...psu, context },
    };
    const { data, text } = await two.tpp.graphqlRaw(
      `mutation ($input: CreateInstantPaymentInput!) { createInstantPayment(input: $input) {
        payment { paymentId transactionStatus } tppMessages { code path text } links { scaRedirect { href } } } }`,
      { input },
    );
    const made = data?.createInstantPayment;
    expect(made?.payment?.transactionStatus, text).toBe('RCVD');
    await new Traveller(two, made.links.scaRedirect.href).travel('approve');
    const read = await two.tpp.graphqlRaw(
      'query ($id: String!) { payment(paymentId: $id) { transactionStatus statusHistory { from to } } }',
      { id: made.payment.paymentId },
    );
    expect(read.data?.payment, read.text).toEqual({
      transactionStatus: 'ACSC',
      statusHistory: [
        { from: null, to: 'RCVD' },
        { from: 'RCVD', to: 'ACSC' },
      ],
    });
  });
});

describe('204 and 202', () => {
  it('an unapproved payment is cancelled at once, at the bank too', async () => {
    const { made, self } = await pay(single, domestic.example);
    const gone = await two.tpp.rest('DELETE', self);
    expect(gone.status, gone.text).toBe(204);
    expect([await statusAt(two.tpp, self), (await behind(made.json.paymentId)).status]).toEqual([
      'CANC',
      'CANC',
    ]);
  });

  it('an approved payment is cancelled by the PSU on the pages of the bank', async () => {
    const { made, self } = await pay(single, domestic.example);
    await new Traveller(two, made.json._links.scaRedirect.href).travel('approve');
    const asked = await two.tpp.rest('DELETE', self);
    expect(asked.status, asked.text).toBe(202);
    const started = await two.tpp.rest('POST', `${self}/cancellation-authorisations`);
    await new Traveller(two, started.json._links.scaRedirect.href).travel('approve');
    expect([await statusAt(two.tpp, self), (await behind(made.json.paymentId)).status]).toEqual([
      'CANC',
      'CANC',
    ]);
  });
});

describe('a payment that the bank cancels without an approval, in a status that only banks upstream report', () => {
  const mutation = `mutation ($input: CancelPaymentInput!) {
    cancelPayment(input: $input) { payment { transactionStatus } tppMessages { code text } } }`;
  const cancelled = { payment: { transactionStatus: 'CANC' }, tppMessages: [] };

  async function payInStatus(path: string, example: Example, transactionStatus: PaymentStatus) {
    const { made } = await pay(`${path}?allowLogicalDuplicate=true`, example);
    expect(made.status, made.text).toBe(201);
    const { paymentId } = made.json;
    two.intercept = async (line, answer) => {
      if (line.endsWith('/status'))
        return { ...answer, body: Buffer.from(JSON.stringify({ transactionStatus })) };
      return line.startsWith('DELETE') ? answerOf(204) : undefined;
    };
    const self = `${path}/${paymentId}`;
    expect(await statusAt(two.tpp, self)).toBe(transactionStatus);
    return { paymentId, self };
  }

  it.each([
    ['a domestic payment', single, domestic.example, ['ACTC', 'ACWC', 'ACWP']],
    ['an instant payment', instant, instantDomestic.example, ['PDNG', 'ACTC', 'ACCP']],
    ['a periodic payment', standing, periodic.example, ['PDNG', 'ACSP']],
    ['a bulk payment', bulk, bulkDomestic.example, ['PRSY']],
  ] as const)('%s is cancelled here too, at both doors', async (_, path, example, statuses) => {
    for (const status of statuses) {
      const { self } = await payInStatus(path, example, status);
      const gone = await two.tpp.rest('DELETE', self);
      expect(gone.status, gone.text).toBe(204);
      expect(await statusAt(two.tpp, self)).toBe('CANC');
      const { paymentId } = await payInStatus(path, example, status);
      const { data, text } = await two.tpp.graphqlRaw(mutation, { input: { paymentId } });
      expect(data?.cancelPayment, text).toEqual(cancelled);
    }
  });
});

describe('a PSU whose authorisation the bank refuses with 409', () => {
  const leave = async (refusalOf: (line: string) => number | undefined) => {
    const { made } = await pay();
    const started = await two.tpp.rest('POST', `${instant}/${made.json.paymentId}/authorisations`);
    two.intercept = async (line) => {
      const status = refusalOf(line);
      return status === undefined ? undefined : answerOf(status);
    };
    return new Traveller(two, started.json._links.scaRedirect.href).leave();
  };
  const conflictAtStart = (line: string) => (line.endsWith('/authorisations') ? 409 : undefined);

  it('learns that the bank has refused, if the payment still waits for its approval there', async () => {
    const page = await leave(conflictAtStart);
    expect([page.status, page.headers.get('retry-after')]).toEqual([409, null]);
    expect(page.text).toContain('The bank has refused this');
  });

  it('may try again, if the bank does not say whether the payment still waits', async () => {
    const page = await leave((line) => (line.endsWith('/status') ? 503 : conflictAtStart(line)));
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
  });
});

describe('400, 401 and 404', () => {
  it('a request against our own rules causes no call', async () => {
    const calls = two.arrived.length;
    const { made } = await pay(single, { ...domestic.example, requestedExecutionDate: '2020-01-01' });
    expect([made.status, made.json.code]).toEqual([400, 'EXECUTION_DATE_INVALID']);
    expect(two.arrived.length).toBe(calls);
  });

  it('a PSU who has to log in does so at the bank; then the payment is accepted', async () => {
    const headers = { 'psu-context': null, 'psu-id': randomUUID(), 'tpp-session-id': 'login' };
    const { made } = await pay(instant, instantDomestic.example, headers);
    expect([made.status, made.json.code]).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    const link = made.json._links.scaRedirect.href;
    expect(link).toMatch(/^http:\/\/localhost:4000\/sca\//);
    const back = await new Traveller(two, link).travel('approve');
    expect(new URL(back.location ?? '').searchParams.get('psu-id')).toBe(headers['psu-id']);
    const second = await pay(instant, instantDomestic.example, headers);
    expect(second.made.status, second.made.text).toBe(201);
    expect(second.made.json._links.scaRedirect).toBeUndefined();
  });

  it('a log-in serves no other TPP', async () => {
    const headers = { 'psu-context': null, 'psu-id': randomUUID(), 'tpp-session-id': 'shared' };
    const first = await pay(instant, instantDomestic.example, headers);
    await new Traveller(two, first.made.json._links.scaRedirect.href).travel('approve');
    const other = two.facade.tpp('PSDNO-FSA-OTHER');
    expect((await pay(instant, instantDomestic.example, headers)).made.status).toBe(201);
    expect((await pay(instant, instantDomestic.example, headers, other)).made.status).toBe(401);
  });

  it("another TPP's payment looks like one that never existed", async () => {
    const { self } = await pay();
    const other = two.facade.tpp('PSDNO-FSA-OTHER');
    for (const [method, path] of [
      ['GET', self],
      ['GET', `${self}/status`],
      ['DELETE', self],
      ['POST', `${self}/authorisations`],
    ] as const)
      expect((await other.rest(method, path)).json.code).toBe('RESOURCE_UNKNOWN');
  });

  it('a browser that did not leave from here learns nothing on return', async () => {
    const { made } = await pay();
    const psu = new Traveller(two, made.json._links.scaRedirect.href);
    await psu.leave();
    const [row] = await two.facade.sql`
      select return_state from remote_resources where return_state is not null order by return_state limit 1`;
    const stranger = new Traveller(two, made.json._links.scaRedirect.href);
    const page = await stranger.come(`http://localhost:4000/sca/return?state=${row?.return_state}&psu-id=x`);
    expect([page.status, page.location]).toEqual([404, null]);
    expect((await stranger.come('http://localhost:4000/sca/return?state=guessed')).status).toBe(404);
  });
});

it.each(clockMoves)('a move of the sandbox clock warns that the bank has a clock of its own: %s', (move) =>
  expectWarningOfMove(two.tpp, move),
);
