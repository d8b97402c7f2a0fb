/** The identity provider is oidc-provider, with and without its FAPI 2.0 profile. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { accountBody, freshNumber } from '../sandbox/support/bodies.ts';
import { psuHeaders } from '../support/bank.ts';
import { type ProviderBank, singlePath, startProviderBank } from './provider-bank.ts';
import { ProviderVisitor } from './provider-visitor.ts';

const approved = expect.stringMatching(/^https:\/\/tpp\.example\/return\?state=1&psu-id=/);

describe.each([
  ['OpenID Connect', false],
  ['its FAPI 2.0 profile', true],
])('by %s', (_name, fapi) => {
  let at: ProviderBank;
  beforeAll(async () => {
    at = await startProviderBank({ fapi });
  });
  beforeEach(() => at.reset());
  afterAll(() => at?.stop());

  it('a payment is shown, approved at the provider, and carried out', async () => {
    const { id, self, psu } = await at.pay();
    const page = await psu.open();
    expect(page.status).toBe(200);
    for (const text of ['Continue to your bank', 'Reject', 'NOK 1 250.00', 'Kari Nordmann'])
      expect(page.text).toContain(text);
    expect(page.headers.get('content-security-policy')).not.toContain('form-action');
    const back = await psu.travel();
    expect([back.status, back.location]).toEqual([303, approved]);
    expect(await at.statusOf(self)).toBe('PDNG');
    expect(at.idp.asked).toEqual([
      [
        {
          type: 'payment_initiation',
          actions: ['initiate'],
          locations: ['http://localhost:4000'],
          paymentId: id,
          debtorAccount: domestic.example.debtorAccount,
          instructedAmount: domestic.example.instructedAmount,
          creditorName: domestic.example.creditorName,
          creditorAccount: domestic.example.creditorAccount,
          binding: expect.stringMatching(/^[\w-]{43}$/),
        },
      ],
    ]);
  });

  it('ID token and details are stored as evidence, the secrets of the request are not', async () => {
    const { id, psu } = await at.pay();
    await psu.travel();
    const [kept] = await at.bank.sql`
      select r.* from authentication_requests r join authorisations a using (tpp_id, authorisation_id) where a.payment_id = ${id}`;
    const claims = JSON.parse(Buffer.from(kept?.id_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({
      iss: at.idp.issuer,
      acr: 'urn:bank:strong',
      customer_number: '13039319955',
    });
    expect(kept).toMatchObject({ nonce: null, code_verifier: null, details: at.idp.asked[0] });
    expect(kept?.used_at).not.toBeNull();
  });

  it('a log-in requests no approval of a payment, and authenticates the session', async () => {
    const headers = { ...psuHeaders, 'psu-context': null, 'tpp-session-id': `login-${fapi}` };
    const create = () => at.tpp.rest('POST', singlePath, { body: domestic.example, headers });
    const challenged = await create();
    expect(challenged.status).toBe(401);
    const psu = new ProviderVisitor(at.bank, challenged.json._links.scaRedirect.href);
    expect((await psu.travel()).location).toEqual(approved);
    expect(at.idp.asked).toEqual([[]]);
    expect((await create()).status).toBe(201);
  });

  it('a basket has a detail for each payment', async () => {
    const paid = [await at.pay(), await at.pay(), await at.pay()];
    const paymentIds = paid.map(({ id }) => id);
    const basket = await at.tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds },
      headers: psuHeaders,
    });
    const psu = await at.start(`/v1/signing-baskets/${basket.json.basketId}/authorisations`);
    expect((await psu.travel()).location).toEqual(approved);
    expect(at.idp.asked[0]?.map(({ paymentId }) => paymentId)).toEqual(paymentIds);
    for (const { self } of paid) expect(await at.statusOf(self)).toBe('PDNG');
  });

  it('a bulk payment of 1,000 is one detail with count, totals and a hash of all payees', async () => {
    const [entry] = bulkDomestic.example.payments as readonly Record<string, unknown>[];
    const payments = Array.from({ length: 1_000 }, (_, index) => ({
      ...entry,
      endToEndIdentification: `E${index}`,
      creditorName: `Payee ${index}`,
      instructedAmount: { amount: '1.25', currency: 'NOK' },
    }));
    const path = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
    const body = { ...bulkDomestic.example, payments };
    const made = await at.tpp.rest('POST', path, { body, headers: psuHeaders });
    const self = `${path}/${made.json.paymentId}`;
    const psu = new ProviderVisitor(at.bank, made.json._links.scaRedirect.href);
    expect((await psu.travel()).location).toEqual(approved);
    expect(at.idp.asked).toMatchObject([
      [{ entries: 1_000, totals: [{ amount: '1250.00', currency: 'NOK' }] }],
    ]);
    expect(at.idp.asked[0]?.[0]).not.toHaveProperty('instructedAmount');
    expect(await at.statusOf(self)).toBe('PDNG');
  });

  it('a cancellation is approved as one', async () => {
    const { self, psu } = await at.pay();
    await psu.travel();
    const asked = await at.tpp.rest('DELETE', self);
    expect(asked.status).toBe(202);
    const later = await at.start(asked.json._links.startAuthorisation.href);
    expect((await later.travel()).location).toEqual(approved);
    expect(at.idp.asked.at(-1)).toMatchObject([{ actions: ['cancel'] }]);
    expect(await at.statusOf(self)).toBe('CANC');
  });

  it('a company signs under the agreement that was named, or chooses one afterwards', async () => {
    const post = async (path: string, body: unknown) => (await at.tpp.rest('POST', path, { body })).json;
    const company = freshNumber();
    await post('/v1/sandbox/customers', { customerNumber: company, name: 'Company', type: 'corporate' });
    const bban = (await post('/v1/sandbox/accounts', accountBody(company, '1000.00'))).bban;
    const engagements = [{ customer: company, account: { bban }, roles: ['REGISTER'] }];
    const agreement = await post('/v1/sandbox/agreements', { owner: company, name: 'One', engagements });
    await post('/v1/sandbox/agreements', { owner: company, name: 'Two', engagements: [] });
    const debtor = { debtorAccount: { bban, currency: 'NOK' } };
    const corporate = { 'psu-context': 'CORPORATE', 'psu-corporate-id': agreement.id };

    const named = await at.pay(corporate, debtor);
    expect((await named.psu.travel('approve', company)).location).toEqual(approved);
    expect(await at.statusOf(named.self)).toBe('PDNG');

    const chosen = await at.pay({ ...corporate, 'psu-corporate-id': 'of the company' }, debtor);
    const back = await chosen.psu.travel('approve', company);
    expect(back.location).toContain(chosen.psu.path);
    expect(await at.statusOf(chosen.self)).toBe('RCVD');
    const choices = await chosen.psu.open();
    expect(choices.text).toContain('Choose an agreement');
    const done = await chosen.psu.post('agreement', { agreementId: agreement.id });
    expect(done.location).toEqual(approved);
    expect(await at.statusOf(chosen.self)).toBe('PDNG');
  });

  it('a refusal at the provider is a rejection, and so is one on the page', async () => {
    const there = await at.pay();
    expect((await there.psu.travel('reject')).location).toContain('message=rejected+by+the+PSU');
    const here = await at.pay();
    await here.psu.open();
    expect((await here.psu.post('decision', { decision: 'reject' })).location).toContain('message=rejected');
    expect([await at.statusOf(there.self), await at.statusOf(here.self)]).toEqual(['RJCT', 'RJCT']);
  });
});
