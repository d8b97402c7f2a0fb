import { describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { periodicDomestic } from '../../src/domain/payments/products/periodic.ts';
import { Visitor } from '../sca/visitor.ts';
import { type Bank, psuHeaders, type Tpp } from '../support/bank.ts';
import {
  advance,
  type Fields,
  make,
  newTppForEachTest,
  nok,
  ola,
  runBatch,
  sign,
  standingOrder,
  statusOf,
} from './support/life.ts';

/** A Friday, 19:00 in Oslo: the last run of the day is over, and the next is on Monday the 14th. */
const fridayEvening = '2030-01-11T18:00:00Z';

let bank: Bank;
let tpp: Tpp;
newTppForEachTest('DAYS', fridayEvening, (own) => {
  ({ bank, tpp } = own);
});

async function upcoming(paymentId: string, first = 3): Promise<readonly unknown[][]> {
  const { data, text } = await tpp.graphqlRaw(
    'query ($id: String!, $first: Int) { payment(paymentId: $id) { ... on PeriodicPayment { upcomingExecutions(first: $first) { nominalDate date moved reason } } } }',
    { id: paymentId, first },
  );
  if (!data?.payment) throw new Error(text);
  return data.payment.upcomingExecutions.map((one: object) => Object.values(one));
}

const pathOf = ({ service, name }: { service: string; name: string }) => `/v1/${service}/${name}`;

async function pageOf(path: string, paymentId: string, collection = 'authorisations'): Promise<string> {
  const headers = { 'psu-accept-language': 'en' };
  const started = await tpp.rest('POST', `${path}/${paymentId}/${collection}`, { headers });
  return (await new Visitor(bank, started.json._links.scaRedirect.href).logIn()).page.text;
}

const noRunLeft = 'moved to a later day, because no run was left on the earlier one';
const plan = { startDate: '2030-01-11', endDate: '2030-01-11', frequency: 'Daily', debtorAccount: ola };

describe('a standing order whose first day has no run left', () => {
  it('is shown on the day of the next run: before the approval, on the page, and until it is paid', async () => {
    const paymentId = await make(tpp, periodicDomestic, plan);
    const monday = [['2030-01-11', '2030-01-14', true, noRunLeft]];
    expect(await upcoming(paymentId)).toEqual(monday);
    const page = await pageOf(pathOf(periodicDomestic), paymentId);
    expect(page).toMatch(
      /Next payments<\/dt><dd><ul><li><time datetime="2030-01-14">[^/]*<\/time><\/li><\/ul>/,
    );
    await sign(tpp, periodicDomestic, paymentId);
    expect(await upcoming(paymentId)).toEqual(monday);
    await advance(tpp, { to: '2030-01-12T10:00:00Z' });
    expect(await upcoming(paymentId)).toEqual(monday);
    await advance(tpp, { to: '2030-01-14T10:00:00Z' });
    expect([await statusOf(tpp, paymentId), await upcoming(paymentId)]).toEqual(['ACSC', []]);
  });

  it('goes on with its plan, and pays none before the one that precedes it', async () => {
    const daily = await standingOrder(tpp, { ...plan, endDate: null, frequency: 'Daily' });
    expect(await upcoming(daily, 5)).toEqual([
      ['2030-01-11', '2030-01-14', true, noRunLeft],
      ['2030-01-12', '2030-01-14', true, 'weekend'],
      ['2030-01-13', '2030-01-14', true, 'weekend'],
      ['2030-01-14', '2030-01-14', false, null],
      ['2030-01-15', '2030-01-15', false, null],
    ]);
    const preceding = await standingOrder(tpp, { ...plan, endDate: null, executionRule: 'preceeding' });
    expect((await upcoming(preceding, 4))[1]).toEqual([
      '2030-01-12',
      '2030-01-14',
      true,
      `weekend; ${noRunLeft}`,
    ]);
  });
});

describe('an approved standing order', () => {
  const weekly = { ...plan, startDate: '2030-01-14', endDate: null, frequency: 'Weekly' };
  const nominalDays = async (paymentId: string) => (await upcoming(paymentId, 2)).map(([nominal]) => nominal);

  it('no longer shows what was paid today', async () => {
    const paymentId = await standingOrder(tpp, weekly);
    expect(await nominalDays(paymentId)).toEqual(['2030-01-14', '2030-01-21']);
    await runBatch(tpp);
    expect(await nominalDays(paymentId)).toEqual(['2030-01-21', '2030-01-28']);
    const page = await pageOf(pathOf(periodicDomestic), paymentId, 'cancellation-authorisations');
    const days = page.split('Next payments')[1]?.match(/(?<=datetime=")[\d-]+/g);
    expect(days).toEqual(['2030-01-21', '2030-01-28', '2030-02-04']);
    expect(page).toContain('this payment is cancelled, and nothing more is paid');
  });

  it('shows an execution that waits for funds until the last run of its day', async () => {
    const paymentId = await standingOrder(tpp, { ...weekly, instructedAmount: nok('900000.00') });
    await runBatch(tpp, 4);
    expect(await nominalDays(paymentId)).toEqual(['2030-01-14', '2030-01-21']);
    await runBatch(tpp);
    expect(await nominalDays(paymentId)).toEqual(['2030-01-21', '2030-01-28']);
  });
});

describe('the page of a payment with a requested day', () => {
  const entries = bulkDomestic.example.payments;
  it.each([
    ['without a run left', domestic, {}, '2030-01-11', '2030-01-14'],
    ['on a weekend', domestic, {}, '2030-01-12', '2030-01-14'],
    ['on a weekend', bulkDomestic, { payments: entries }, '2030-01-12', '2030-01-14'],
    ['on a bank day', domestic, {}, '2030-01-16', '2030-01-16'],
  ] as const)('%s names the day of the run: %#', async (_, product, fields: Fields, requested, shown) => {
    const paymentId = await make(tpp, product, { ...fields, requestedExecutionDate: requested });
    expect(await pageOf(pathOf(product), paymentId)).toContain(`Date</dt><dd><time datetime="${shown}">`);
  });

  it('that was long ago names the next run', async () => {
    const paymentId = await make(tpp, domestic, { requestedExecutionDate: '2030-01-11' });
    await advance(tpp, { to: '2030-01-20T10:00:00Z' });
    expect(await pageOf(pathOf(domestic), paymentId)).toContain('Date</dt><dd><time datetime="2030-01-21">');
  });
});

it('the days of a standing order follow a clock that an earlier mutation of the document has moved', async () => {
  const psu = {
    psuId: psuHeaders['psu-id'],
    sessionId: psuHeaders['tpp-session-id'],
    redirectUri: psuHeaders['tpp-redirect-uri'],
    ipAddress: psuHeaders['psu-ip-address'],
    context: 'PRIVATE',
  };
  const input = { ...periodicDomestic.example, ...plan, startDate: '2030-01-14', endDate: '2030-01-16', psu };
  const payload =
    'payment { ... on PeriodicPayment { upcomingExecutions(first: 1) { date } } } tppMessages { text }';
  const { data, text } = await tpp.graphqlRaw(
    `mutation ($input: CreatePeriodicPaymentInput!) {
      before: createPeriodicPayment(input: $input) { ${payload} }
      advanceSandboxClock(input: { to: "2030-01-14T18:00:00Z" }) { sandboxClock }
      after: createPeriodicPayment(input: $input) { ${payload} }
    }`,
    { input },
  );
  const daysOf = (created: { payment: { upcomingExecutions: unknown } }) =>
    created.payment?.upcomingExecutions;
  expect([daysOf(data.before), daysOf(data.after)], text).toEqual([
    [{ date: '2030-01-14' }],
    [{ date: '2030-01-15' }],
  ]);
});
