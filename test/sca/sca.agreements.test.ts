import { beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { accountBody, freshNumber } from '../sandbox/support/bodies.ts';
import { psuHeaders } from '../support/bank.ts';
import { authorise, complete, domesticPath, newPayment, statusOf } from '../support/story.ts';
import { shareScaBank, single } from './paying.ts';
import { codeOn, wrongCode } from './visitor.ts';

const at = shareScaBank();
const company = freshNumber();
const person = freshNumber();
let account: string;
let otherAccount: string;
const agreements: Record<string, string> = {};

beforeAll(async () => {
  const post = async (path: string, body: unknown) => (await at.tpp.rest('POST', path, { body })).json;
  await post('/v1/sandbox/customers', { customerNumber: company, name: 'Company', type: 'corporate' });
  await post('/v1/sandbox/customers', { customerNumber: person, name: 'Person', type: 'private' });
  account = (await post('/v1/sandbox/accounts', accountBody(company, '1000.00'))).bban;
  otherAccount = (await post('/v1/sandbox/accounts', accountBody(company, '1000.00'))).bban;
  const engage = async (name: string, customer: string, bban: string, roles: readonly string[]) => {
    const engagements = [{ customer, account: { bban }, roles }];
    const made = await post('/v1/sandbox/agreements', { owner: company, name, engagements });
    agreements[name] = made.id;
  };
  await engage('covers', company, account, ['VIEW', 'REGISTER']);
  await engage('only views', company, account, ['VIEW']);
  await engage('other account', company, otherAccount, ['REGISTER']);
  await engage('other person', person, account, ['REGISTER']);
});

const signedUnder = async (corporateId: string, signer: string): Promise<string> => {
  const debtorAccount = { bban: account, currency: 'NOK' };
  const headers = { 'psu-context': 'CORPORATE', 'psu-corporate-id': corporateId };
  const id = await newPayment(at.tpp, { debtorAccount }, headers);
  await authorise(at.tpp, `${domesticPath}/${id}/authorisations`, 'APPROVE', signer);
  return statusOf(at.tpp, id);
};

describe('a company signs', () => {
  it.each([
    ['covers', 'PDNG'],
    ['only views', 'RJCT'],
    ['other account', 'RJCT'],
    ['other person', 'RJCT'],
  ])('under an agreement that %s: %s', async (name, status) => {
    expect(await signedUnder(agreements[name] ?? '', company)).toBe(status);
  });

  it('under any agreement that covers the account, when it names none of its own', async () => {
    expect(await signedUnder('nothing of the kind', company)).toBe('PDNG');
    expect(await signedUnder('nothing of the kind', person)).toBe('PDNG');
  });
});

it('a company that may sign, but not where PSU-Context is PRIVATE, is told the header and may sign after that', async () => {
  // Nobody has logged in to this session, so the owner of the account approves by default.
  const session = { 'tpp-session-id': 'of the owner' };
  const id = await newPayment(at.tpp, { debtorAccount: { bban: account, currency: 'NOK' } }, session);
  const authorisations = `${domesticPath}/${id}/authorisations`;
  for (const named of [company, undefined]) {
    const { data } = await authorise(at.tpp, authorisations, 'APPROVE', named);
    const [message] = data.completeAuthorisation.tppMessages;
    const path = named === undefined ? 'authorisationId' : 'customerNumber';
    expect(message).toMatchObject({ code: 'SCA_INVALID', path });
    expect(message.text).toContain(`PSU-Context CORPORATE and PSU-Corporate-ID ${company}`);
    expect(await statusOf(at.tpp, id)).toBe('RCVD');
  }
  const headers = { 'psu-context': 'CORPORATE', 'psu-corporate-id': company };
  const started = await at.tpp.rest('POST', authorisations, { headers });
  await complete(at.tpp, started.json.authorisationId, 'APPROVE', company);
  expect(await statusOf(at.tpp, id)).toBe('PDNG');
});

it('a company that may not sign fails the approval, where PSU-Context is PRIVATE too', async () => {
  const id = await newPayment(at.tpp);
  const { data } = await authorise(at.tpp, `${domesticPath}/${id}/authorisations`, 'APPROVE', company);
  expect(data.completeAuthorisation.tppMessages).toMatchObject([{ path: 'authorisationId' }]);
  expect(await statusOf(at.tpp, id)).toBe('RJCT');
});

it('a person may not sign for a company without an agreement', async () => {
  const id = await newPayment(at.tpp, { debtorAccount: { bban: account, currency: 'NOK' } });
  const { data } = await authorise(at.tpp, `${domesticPath}/${id}/authorisations`, 'APPROVE', person);
  expect(data.completeAuthorisation).toEqual({
    authorisation: { scaStatus: 'failed' },
    tppMessages: [
      {
        code: 'SCA_INVALID',
        path: 'authorisationId',
        text: 'the customer may not use the debtor account',
      },
    ],
  });
  expect(await statusOf(at.tpp, id)).toBe('RJCT');
});

it('a person who has logged in signs under the agreement that PSU-Corporate-ID names, also without PSU-Context', async () => {
  const session = {
    'tpp-session-id': 'of the employee',
    'psu-corporate-id': agreements['other person'] ?? '',
  };
  const sign = async (headers: Record<string, string | null>) => {
    const id = await newPayment(at.tpp, { debtorAccount: { bban: account, currency: 'NOK' } }, headers);
    await authorise(at.tpp, `${domesticPath}/${id}/authorisations`, 'APPROVE', person);
    return statusOf(at.tpp, id);
  };
  expect(await sign({ ...session, 'psu-context': 'CORPORATE' })).toBe('PDNG');
  expect(await sign({ ...session, 'psu-context': null })).toBe('PDNG');
  expect(await sign({ ...session, 'psu-context': null, 'psu-corporate-id': null })).toBe('RJCT');
});

it.each([
  ['CORPORATE', person, 'PDNG'],
  ['PRIVATE', company, 'RCVD'],
])('a basket without PSU-Context takes the %s of its payments', async (context, signer, status) => {
  const corporate = { 'psu-corporate-id': company };
  const made = { debtorAccount: { bban: account, currency: 'NOK' } };
  const id = await newPayment(at.tpp, made, { ...corporate, 'psu-context': context });
  // The specification lists no PSU-Context for the creation of a basket.
  const headers = { ...psuHeaders, ...corporate, 'psu-context': null };
  const basket = await at.tpp.rest('POST', '/v1/signing-baskets', { body: { paymentIds: [id] }, headers });
  await authorise(at.tpp, basket.json._links.startAuthorisation.href, 'APPROVE', signer);
  expect(await statusOf(at.tpp, id)).toBe(status);
});

it('a page shows one agreement and approves under no other: after a choice in a second tab it is out of date', async () => {
  const headers = { 'psu-context': 'CORPORATE', 'psu-corporate-id': 'nothing of the kind' };
  const debtorAccount = { bban: account, currency: 'NOK' };
  const { psu, self } = await at.pay(single, { ...domestic.example, debtorAccount }, headers);
  await psu.open();
  await psu.identify(company);
  await psu.open();
  const choose = async (name: string) => {
    await psu.post('agreement', { agreementId: agreements[name] ?? '' });
    return psu.open();
  };
  const first = await choose('covers');
  const agreementOf = (page: typeof first) => /name="agreementId" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const second = await choose('only views');
  expect([agreementOf(first), agreementOf(second)]).toEqual([agreements.covers, agreements['only views']]);
  const decision = { decision: 'approve', code: codeOn(first), agreementId: agreementOf(first) };
  expect((await psu.post('decision', decision)).status).toBe(409);
  const statusNow = async () => (await at.tpp.rest('GET', `${self}/status`)).json.transactionStatus;
  expect(await statusNow()).toBe('RCVD');
  const third = await choose('covers');
  expect((await psu.approve(codeOn(third))).location).toContain('psu-id=');
  expect(await statusNow()).toBe('PDNG');
});

describe('a PSU whose session is authenticated', () => {
  const scaStatusOf = async (self: string) => {
    const [authorisationId] = (await at.tpp.rest('GET', `${self}/authorisations`)).json.authorisationIds;
    return (await at.tpp.rest('GET', `${self}/authorisations/${authorisationId}`)).json.scaStatus;
  };

  it('is logged in on the page and with its first form; any other PSU is not', async () => {
    const headers = { 'tpp-session-id': 'authenticated', 'psu-context': 'PRIVATE' };
    const first = await at.pay(single, domestic.example, headers);
    const { code } = await first.psu.logIn();
    expect(await scaStatusOf(first.self)).toBe('started');
    await first.psu.approve(code);
    expect(await scaStatusOf(first.self)).toBe('finalised');
    const body = { ...domestic.example, creditorName: 'Another payee' };
    const known = { ...psuHeaders, 'tpp-session-id': 'authenticated', 'psu-context': null };
    const second = await at.tpp.rest('POST', single, { body, headers: known });
    const { href: self } = second.json._links.self;
    const started = await at.tpp.rest('POST', `${self}/authorisations`);
    const psu = at.psuOf(started);
    const page = await psu.open();
    expect(page.text).toContain('Ola Nordmann');
    await psu.approve(wrongCode(codeOn(page)));
    expect(await scaStatusOf(self)).toBe('psuAuthenticated');
  });
});
