import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { periodicDomestic } from '../../src/domain/payments/products/periodic.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import {
  authorise,
  complete,
  domesticPath,
  moveClock,
  newPayment,
  startAuthorisation,
  statusOf,
} from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

const remove = (paymentId: string) => tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
const linksOf = async (paymentId: string) =>
  Object.keys((await tpp.rest('GET', `${domesticPath}/${paymentId}/status`)).json._links).sort();

describe('DELETE', () => {
  it('204 before the approval: CANC at once, and links that end with it', async () => {
    const id = await newPayment(tpp);
    expect(await linksOf(id)).toEqual(['self', 'startAuthorisation', 'status']);
    const gone = await remove(id);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect(await statusOf(tpp, id)).toBe('CANC');
    expect(await linksOf(id)).toEqual(['self', 'status']);
  });

  it('202 after the approval: the cancellation must be authorised, and its approval gives CANC', async () => {
    const id = await newPayment(tpp);
    await authorise(tpp, `${domesticPath}/${id}/authorisations`);
    const asked = await remove(id);
    expect(asked.status).toBe(202);
    expect(asked.json).toEqual({
      transactionStatus: 'PDNG',
      _links: {
        startAuthorisation: { href: `${domesticPath}/${id}/cancellation-authorisations`, verbs: ['POST'] },
      },
    });
    expect(await statusOf(tpp, id)).toBe('PDNG');
    await authorise(tpp, `${domesticPath}/${id}/cancellation-authorisations`, 'REJECT');
    expect(await statusOf(tpp, id)).toBe('PDNG');
    await authorise(tpp, `${domesticPath}/${id}/cancellation-authorisations`);
    expect(await statusOf(tpp, id)).toBe('CANC');
  });

  it('does not appear at the authorisation of the payment itself', async () => {
    const id = await newPayment(tpp);
    const authorisationId = await startAuthorisation(tpp, `${domesticPath}/${id}/authorisations`);
    const read = await tpp.rest(
      'GET',
      `${domesticPath}/${id}/cancellation-authorisations/${authorisationId}`,
    );
    expect([read.status, read.json.code]).toEqual([404, 'SCA_NOT_FOUND']);
  });

  it('404 for the payment of another TPP, with the words for an unknown one', async () => {
    const id = await newPayment(bank.tpp('PSDNO-FSA-OTHER'));
    const [foreign, unknown] = [await remove(id), await remove(randomUUID())];
    expect([foreign.status, foreign.json.tppMessages]).toEqual([404, unknown.json.tppMessages]);
  });
});

describe('an authorisation', () => {
  it('is listed, shows its status, and is unknown under another payment', async () => {
    const [id, other] = [await newPayment(tpp), await newPayment(tpp)];
    const collection = `${domesticPath}/${id}/authorisations`;
    const started = await tpp.rest('POST', collection, { body: {} });
    expect(started.json).toMatchObject({ scaStatus: 'started' });
    const { authorisationId } = started.json;
    expect((await tpp.rest('GET', collection)).json).toEqual({ authorisationIds: [authorisationId] });
    expect((await tpp.rest('GET', `${collection}/${authorisationId}`)).json).toEqual({
      scaStatus: 'started',
    });
    expect(
      (await tpp.rest('GET', `${domesticPath}/${other}/authorisations/${authorisationId}`)).json.code,
    ).toBe('SCA_NOT_FOUND');
    await complete(tpp, authorisationId, 'EXPIRE');
    expect((await tpp.rest('GET', `${collection}/${authorisationId}`)).json).toEqual({ scaStatus: 'failed' });
    expect(await statusOf(tpp, id)).toBe('RJCT');
  });

  it('gives one outcome to fifty concurrent completions, over two replicas', async () => {
    const replica = bank.replica();
    const others = replica.tpp();
    const id = await newPayment(tpp);
    const authorisationId = await startAuthorisation(tpp, `${domesticPath}/${id}/authorisations`);
    const outcomes = ['APPROVE', 'REJECT', 'EXPIRE'] as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        complete(index % 2 ? tpp : others, authorisationId, outcomes[index % 3] ?? 'APPROVE'),
      ),
    );
    await replica.stop();
    const done = answers.filter(({ data }) => data.completeAuthorisation.authorisation !== null);
    expect(done).toHaveLength(1);
    expect(
      answers.filter(({ data }) => data.completeAuthorisation.tppMessages[0]?.code === 'CONFLICT'),
    ).toHaveLength(49);
  });
});

describe('a session of the PSU', () => {
  const session = { ...psuHeaders, 'psu-context': null, 'tpp-session-id': randomUUID() };
  const body = () => ({
    instructedAmount: { amount: '10.00', currency: 'NOK' },
    creditorName: 'Kari',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    remittanceInformationUnstructured: randomUUID(),
  });

  it('is requested by a challenge, lasts 180 days, and then SCA_EXPIRED requests another', async () => {
    const late = bank.tpp('PSDNO-FSA-LATE');
    const create = () => late.rest('POST', domesticPath, { body: body(), headers: session });
    const challenge = await create();
    expect([challenge.status, challenge.json.code]).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    expect(challenge.json._links.scaRedirect.href).toMatch(/^http:\/\/localhost:4000\/sca\/[\w-]{33,}$/);
    const [login] =
      await bank.sql`select authorisation_id as id from authorisations where kind = 'LOGIN' and tpp_id = 'PSDNO-FSA-LATE'`;
    await complete(late, login?.id as string, 'APPROVE', '13039319955');
    expect((await create()).status).toBe(201);
    await moveClock(late, { by: 'P179D' });
    expect((await create()).status).toBe(201);
    // `by` counts calendar days in Oslo, and one of them, in spring, has 23 hours.
    await moveClock(late, { by: 'P1DT1H' });
    expect((await create()).json.code).toBe('SCA_EXPIRED');
  });
});

describe('GraphQL', () => {
  it('shows the plan of a periodic payment with the reason each date moved, and the bank holidays', async () => {
    const plan = { startDate: '2030-05-17', frequency: 'Monthly', endDate: '2030-08-31' };
    const made = await tpp.rest('POST', '/v1/periodic-payments/norwegian-domestic-credit-transfers', {
      body: { ...periodicDomestic.example, ...plan },
      headers: psuHeaders,
    });
    const { data } = await tpp.graphqlRaw(
      `query ($id: String!) { payment(paymentId: $id) { ... on PeriodicPayment { upcomingExecutions(first: 3) { nominalDate date moved reason } } }
        bankHolidays(year: 2030) { date name norwegianName } }`,
      { id: made.json.paymentId },
    );
    expect(data.payment.upcomingExecutions).toEqual([
      { nominalDate: '2030-05-17', date: '2030-05-20', moved: true, reason: 'Constitution Day' },
      { nominalDate: '2030-06-17', date: '2030-06-17', moved: false, reason: null },
      { nominalDate: '2030-07-17', date: '2030-07-17', moved: false, reason: null },
    ]);
    expect(data.bankHolidays).toHaveLength(12);
    expect(data.bankHolidays).toContainEqual({
      date: '2030-05-17',
      name: 'Constitution Day',
      norwegianName: 'Grunnlovsdagen',
    });
  });

  it('cancels as REST does', async () => {
    const id = await newPayment(tpp);
    const selection =
      'payment { transactionStatus } tppMessages { code path } links { startAuthorisation { href } }';
    const cancel = () => mutate(tpp, 'cancelPayment', { paymentId: id }, selection);
    await authorise(tpp, `${domesticPath}/${id}/authorisations`);
    expect(await cancel()).toEqual({
      payment: { transactionStatus: 'PDNG' },
      tppMessages: [],
      links: { startAuthorisation: { href: `${domesticPath}/${id}/cancellation-authorisations` } },
    });
    await authorise(tpp, `${domesticPath}/${id}/cancellation-authorisations`);
    expect(await cancel()).toMatchObject({
      payment: null,
      tppMessages: [{ code: 'CONFLICT', path: 'paymentId' }],
    });
  });
});
