import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { catalogue } from '../../src/domain/refusal.ts';
import { psuHeaders } from '../support/bank.ts';
import { domesticPath as path } from '../support/story.ts';
import { Traveller } from '../support/traveller.ts';
import { answerOf, loseAnswers, newBody, referenceOf, shareTwoBanks, statusAt } from './two-banks.ts';

const instant = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

const two = shareTwoBanks();

function say(line: RegExp, fields: object): void {
  two.intercept = async (arrived, answer) => {
    if (!line.test(arrived) || !(answer.body instanceof Uint8Array)) return undefined;
    const body = { ...JSON.parse(new TextDecoder().decode(answer.body)), ...fields };
    const { 'content-length': _, ...headers } = answer.headers;
    return { ...answer, headers, body: new TextEncoder().encode(JSON.stringify(body)) };
  };
}
const pay = (to = path, example: object = domestic.example, headers: object = {}) =>
  two.tpp.rest('POST', to, {
    requestId: randomUUID(),
    body: { ...example, remittanceInformationUnstructured: randomUUID() },
    headers: { ...psuHeaders, ...headers },
  });
const later = () => {
  two.facade.time.now += 3_001;
};
const ofPayment = async (paymentId: string, fields: string) => {
  const { data, text } = await two.tpp.graphqlRaw(
    `query ($id: String!) { payment(paymentId: $id) { ${fields} } }`,
    { id: paymentId },
  );
  if (!data?.payment) throw new Error(text);
  return data.payment;
};

describe('the start of an authorisation', () => {
  const about = { 'x-psu-identity': '12085592767', 'psu-corporate-id': 'agreement-7' };
  const atBank = { identity_number: '12085592767', corporate_id: 'agreement-7' };

  it('names the PSU to the bank as the TPP does', async () => {
    const self = `${path}/${(await pay()).json.paymentId}`;
    const more = { 'x-psu-authmethod-preferred': 'SMS', 'psu-accept-language': 'nn, en;q=0.5' };
    const started = await two.tpp.rest('POST', `${self}/authorisations`, { headers: { ...about, ...more } });
    await new Traveller(two, started.json._links.scaRedirect.href).leave();
    const [row] = await two.bank
      .sql`select * from authorisations where ended_at is null order by created_at desc limit 1`;
    expect(row).toMatchObject({ ...atBank, auth_method_preferred: 'SMS', language: 'nb', ended_at: null });
  });

  it('of a basket does too', async () => {
    const body = { paymentIds: [(await pay()).json.paymentId] };
    const headers = { ...psuHeaders, 'psu-corporate-id': 'agreement-7' };
    const basket = await two.tpp.rest('POST', '/v1/signing-baskets', { body, headers });
    const collection = `/v1/signing-baskets/${basket.json.basketId}/authorisations`;
    const started = await two.tpp.rest('POST', collection, { headers: about });
    await new Traveller(two, started.json._links.scaRedirect.href).leave();
    const [basketThere] = await two.bank.sql`select * from signing_baskets`;
    expect(basketThere).toMatchObject({ corporate_id: 'agreement-7' });
    const [row] = await two.bank.sql`select * from authorisations where kind = 'BASKET'`;
    expect(row).toMatchObject(atBank);
  });
});

describe('a creation', () => {
  it('has the fee and the text of the bank at both doors', async () => {
    const fee = { transactionFees: { amount: 2.5, currency: 'NOK' }, transactionFeeIndicator: true };
    say(/^POST/, { ...fee, psuMessage: 'Approve it before noon.' });
    const { json, status, text } = await pay();
    expect(status, text).toBe(201);
    expect(json).toMatchObject({
      transactionFees: { amount: '2.50', currency: 'NOK' },
      transactionFeeIndicator: true,
      psuMessage: 'Approve it before noon.',
    });
    expect(
      await ofPayment(json.paymentId, 'transactionFees { amount currency } transactionFeeIndicator'),
    ).toEqual({ transactionFees: { amount: '2.50', currency: 'NOK' }, transactionFeeIndicator: true });
  });

  it.each([
    ['2.50', undefined, true],
    ['2.50', 'yes', true],
    ['2.50', false, false],
    ['0.00', undefined, false],
    ['0.00', true, true],
  ])(
    'with a fee of %s and the indicator %s of the bank has the indicator %s',
    async (amount, sent, shown) => {
      say(/^POST/, { transactionFees: { amount, currency: 'NOK' }, transactionFeeIndicator: sent });
      const { json, text } = await pay();
      expect([json.transactionFees?.amount, json.transactionFeeIndicator], text).toEqual([amount, shown]);
    },
  );

  it.each<[string, object]>([
    ['a currency that is none', { transactionFees: { amount: '1.00', currency: 'NKR' } }],
    ['a fee without a currency', { transactionFees: { amount: '1.00' } }],
    ['a truth value as a text', { transactionFeeIndicator: 'true' }],
    ['a text that is a number', { psuMessage: 7 }],
    ['a link as a text', { _links: { scaRedirect: 'https://bank.example/x' } }],
    ['small letters', { transactionStatus: 'rcvd', transactionFees: { amount: '0.00', currency: 'nok' } }],
    ['no status', { transactionStatus: undefined }],
  ])(
    'that the bank answers with %s is 201 at both doors, and the bank has one payment for each',
    async (_, odd) => {
      const before = await two.bank.count('payments');
      say(/^POST/, odd);
      const made = await pay();
      expect(made.status, made.text).toBe(201);
      expect(made.json).toMatchObject({ transactionFees: { currency: 'NOK' }, transactionStatus: 'RCVD' });
      const { data, text } = await two.tpp.graphqlRaw(
        `mutation ($input: CreateDomesticPaymentInput!) { createDomesticPayment(input: $input) { payment { paymentId } } }`,
        { input: newBody() },
        { headers: psuHeaders },
      );
      expect(data.createDomesticPayment.payment, text).not.toBeNull();
      expect(await two.bank.count('payments')).toBe(before + 2);
    },
  );

  it('whose malformed fields were dropped is counted in a metric by field', async () => {
    say(/^POST/, { psuMessage: 7 });
    await pay();
    expect(await (await two.facade.fetch('/metrics')).text()).toMatch(
      /psd2_upstream_fields_left_out_total\{operation="createPayment",field="psuMessage"\} [1-9]/,
    );
  });

  it('that the bank answers with the id of another payment is 503, and that payment keeps its owner', async () => {
    const first = await pay();
    say(/^POST/, { paymentId: await referenceOf(two, first.json.paymentId) });
    const second = await pay();
    expect([second.status, second.json.code]).toEqual([503, 'SYSTEM_ERROR']);
  });
});

describe('a refusal of the bank', () => {
  // `rest` checks each response against the OpenAPI document.
  it.each(['PAYMENT_FAILED', 'PRODUCT_INVALID', 'CONSENT_UNKNOWN', 'FORBIDDEN', 'KID_INVALID'] as const)(
    '%s passes at both doors, with its path, and nothing is stored',
    async (code) => {
      const message = { category: 'ERROR', code, path: 'creditorAccount.bban', text: 'why' };
      const before = await two.facade.count('payments');
      two.intercept = async () => answerOf(catalogue[code].status, { tppMessages: [message] });
      const { status, json } = await pay();
      expect([status, json.tppMessages]).toEqual([catalogue[code].status, [message]]);
      const { data } = await two.tpp.graphqlRaw(
        `mutation ($input: CreateDomesticPaymentInput!) { createDomesticPayment(input: $input) { tppMessages { code path text } } }`,
        { input: newBody() },
        { headers: psuHeaders },
      );
      expect(data.createDomesticPayment.tppMessages).toEqual([
        { code, path: 'creditorAccount.bban', text: 'why' },
      ]);
      expect(await two.facade.count('payments')).toBe(before);
    },
  );
});

describe('a payment', () => {
  it('shows its id at the bank, and the time of the last response from the bank', async () => {
    const { json } = await pay();
    const { bankReference, bankHeardAt } = await ofPayment(json.paymentId, 'bankReference bankHeardAt');
    const [row] = await two.bank
      .sql`select count(*)::int as count from payments where payment_id = ${bankReference}`;
    expect(row?.count).toBe(1);
    expect(Date.parse(bankHeardAt)).toBe(two.facade.time.now);
    const direct = await two.bank.tpp('PSDNO-FSA-DIRECT').rest('POST', path, {
      body: domestic.example,
      headers: psuHeaders,
    });
    const there = await two.bank
      .tpp('PSDNO-FSA-DIRECT')
      .graphqlRaw(`{ payment(paymentId: "${direct.json.paymentId}") { bankReference bankHeardAt } }`);
    expect(there.data.payment).toEqual({ bankReference: null, bankHeardAt: null });
  });

  it('whose bank does not respond says so, and since when', async () => {
    const { json } = await pay();
    const self = `${path}/${json.paymentId}`;
    expect((await two.tpp.rest('GET', `${self}/status`)).json.tppMessages).toBeUndefined();
    const reportedAt = new Date(two.facade.time.now).toISOString();
    later();
    two.intercept = loseAnswers();
    const { json: told, status } = await two.tpp.rest('GET', `${self}/status`);
    expect([status, told.transactionStatus]).toEqual([200, 'RCVD']);
    expect(told.tppMessages).toEqual([
      {
        category: 'WARNING',
        code: 'SYSTEM_ERROR',
        path: 'transactionStatus',
        text: expect.stringContaining(reportedAt),
      },
    ]);
  });

  it.each([
    ['SYSTEM_ERROR', 'PDNG'],
    ['RESOURCE_UNKNOWN', 'RCVD'],
  ] as const)('whose bank has an old status itself, with the warning %s, says so', async (code, reached) => {
    const { json } = await pay();
    const self = `${path}/${json.paymentId}`;
    await statusAt(two.tpp, self);
    const reportedAt = new Date(two.facade.time.now).toISOString();
    const warning = { category: 'WARNING', code, path: 'transactionStatus', text: 'an old status' };
    say(/status$/, { transactionStatus: 'PDNG', tppMessages: [warning] });
    const replica = two.facade.replica();
    for (const reader of [two.tpp, two.tpp, replica.tpp()]) {
      later();
      const { json: told } = await reader.rest('GET', `${self}/status`);
      expect(told.transactionStatus).toBe(reached);
      expect(told.tppMessages).toEqual([{ ...warning, text: expect.stringContaining(reportedAt) }]);
    }
    await replica.stop();
    two.intercept = null;
    later();
    expect((await two.tpp.rest('GET', `${self}/status`)).json.tppMessages).toBeUndefined();
  });

  it('that the bank did not know stays so in every process while the bank only has an old status', async () => {
    const { json } = await pay();
    const self = `${path}/${json.paymentId}`;
    const replica = two.facade.replica();
    for (const code of ['RESOURCE_UNKNOWN', 'SYSTEM_ERROR']) {
      const warning = { category: 'WARNING', code, path: 'transactionStatus', text: 'an old status' };
      say(/status$/, { transactionStatus: 'PDNG', tppMessages: [warning] });
      later();
      for (const reader of [two.tpp, two.tpp, replica.tpp()])
        expect((await reader.rest('GET', `${self}/status`)).json.tppMessages).toMatchObject([
          { code: 'RESOURCE_UNKNOWN', path: 'transactionStatus' },
        ]);
    }
    await replica.stop();
    two.intercept = null;
  });

  it.each([
    ['an instant payment that waits', instant, instantDomestic.example, 'PDNG'],
    ['a payment that the bank has looked at', path, domestic.example, 'ACTC'],
    ['one that will be carried out otherwise', path, domestic.example, 'ACWC'],
    ['one that is not booked yet', path, domestic.example, 'ACWP'],
  ])('%s has that status here too, and then its end', async (_, to, example, status) => {
    const { json } = await pay(to, example);
    const self = `${to}/${json.paymentId}`;
    say(/status$/, { transactionStatus: status });
    later();
    expect(await statusAt(two.tpp, self)).toBe(status);
    say(/status$/, { transactionStatus: 'ACCC' });
    later();
    expect(await statusAt(two.tpp, self)).toBe('ACSC');
  });

  it('whose status comes with the id of another payment stays unchanged, with a warning, until it comes with its own id', async () => {
    const { json } = await pay();
    const self = `${path}/${json.paymentId}`;
    say(/status$/, { paymentId: 'of another', transactionStatus: 'RJCT' });
    later();
    const { json: shown } = await two.tpp.rest('GET', `${self}/status`);
    expect([shown.transactionStatus, shown.tppMessages?.[0]?.category]).toEqual(['RCVD', 'WARNING']);
    expect(await (await two.facade.fetch('/metrics')).text()).toMatch(
      /psd2_upstream_calls_total\{operation="getPaymentStatus",outcome="MISFIT"\} [1-9]/,
    );
    say(/status$/, { transactionStatus: 'PDNG' });
    later();
    expect(await statusAt(two.tpp, self)).toBe('PDNG');
  });

  it('with an unknown status of bulk payments stays unchanged', async () => {
    const { json } = await pay();
    say(/status$/, { transactionStatus: 'PART' });
    later();
    expect(await statusAt(two.tpp, `${path}/${json.paymentId}`)).toBe('RCVD');
  });
});

describe('a PSU', () => {
  const stranger = () => ({
    'psu-context': null,
    'psu-id': randomUUID(),
    'tpp-session-id': randomUUID(),
  });

  it('whom the bank knows under another id keeps both: one there, one at the TPP', async () => {
    const [headers, own] = [stranger(), randomUUID()];
    const first = await pay(path, domestic.example, headers);
    expect(first.status, first.text).toBe(401);
    const psu = new Traveller(two, first.json._links.scaRedirect.href);
    const address = new URL((await psu.approveThere()) ?? '');
    address.searchParams.set('psu-id', own);
    const back = await psu.come(address.href);
    expect(new URL(back.location ?? '').searchParams.get('psu-id')).toBe(headers['psu-id']);
    const [session] = await two.bank.sql`select psu_id from psu_sessions order by recorded_at desc limit 1`;
    await two.bank.sql`update psu_sessions set psu_id = ${own} where psu_id = ${session?.psu_id}`;
    const second = await pay(path, domestic.example, headers);
    expect(second.status, second.text).toBe(201);
  });

  it('whom the bank knows by one id makes equal payments through two TPPs', async () => {
    const [psuId, equal] = [randomUUID(), newBody()];
    for (const tpp of [two.tpp, two.facade.tpp('PSDNO-FSA-THIRD')]) {
      const headers = { ...psuHeaders, ...stranger() };
      const send = () => tpp.rest('POST', path, { requestId: randomUUID(), body: equal, headers });
      const psu = new Traveller(two, (await send()).json._links.scaRedirect.href);
      const address = new URL((await psu.approveThere()) ?? '');
      address.searchParams.set('psu-id', psuId);
      await psu.come(address.href);
      await two.bank.sql`update psu_sessions set psu_id = ${psuId}
        where recorded_at = (select max(recorded_at) from psu_sessions)`;
      const created = await send();
      expect(created.status, created.text).toBe(201);
    }
  });

  it('of another TPP is unknown here: the id that this service uses at the bank gives no access, whoever sends it', async () => {
    const theirs = stranger();
    await new Traveller(two, (await pay(path, domestic.example, theirs)).json._links.scaRedirect.href).travel(
      'approve',
    );
    const [victim] = await two.bank.sql`select psu_id from psu_sessions order by recorded_at desc limit 1`;
    const other = two.facade.tpp('PSDNO-FSA-OTHER');
    const own = { ...psuHeaders, ...stranger() };
    const send = () => other.rest('POST', path, { body: domestic.example, headers: own });
    const first = await send();
    expect(first.status, first.text).toBe(401);
    const psu = new Traveller(two, first.json._links.scaRedirect.href);
    const address = new URL((await psu.approveThere()) ?? '');
    address.searchParams.set('psu-id', victim?.psu_id.toUpperCase());
    expect((await psu.come(address.href)).status).toBe(303);
    const [kept] = await two.facade.sql`
      select count(*)::int as count from remote_resources where kind = 'PSU' and tpp_id = 'PSDNO-FSA-OTHER'`;
    expect(kept?.count).toBe(0);
    const second = await send();
    expect(second.status, second.text).toBe(201);
  });

  it('whom the TPP names by number alone gets an id to use later', async () => {
    const headers = { ...stranger(), 'psu-id': null, 'x-psu-identity': '13039319955' };
    const first = await pay(path, domestic.example, headers);
    expect(first.status, first.text).toBe(401);
    const back = await new Traveller(two, first.json._links.scaRedirect.href).travel('approve');
    const psuId = new URL(back.location ?? '').searchParams.get('psu-id');
    expect(psuId).toMatch(/^[0-9a-f-]{36}$/);
    const second = await pay(path, domestic.example, { ...headers, 'x-psu-identity': null, 'psu-id': psuId });
    expect(second.status, second.text).toBe(201);
  });
});
