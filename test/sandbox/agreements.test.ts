import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { newAccount, newCustomer } from './support/resources.ts';

const path = '/v1/sandbox/agreements';

const bank = await bankOfFile();
const tpp = bank.tpp();
const owner = await newCustomer(tpp, 'corporate');
const { customerNumber: psu } = await newCustomer(tpp);
const account = await newAccount(tpp, owner.customerNumber);

const engagement = () => ({ customer: psu, account: { bban: account.bban }, roles: ['VIEW', 'REGISTER'] });
const create = (change: object = {}) =>
  tpp.rest('POST', path, {
    body: { owner: owner.customerNumber, name: 'Lønn', engagements: [engagement()], ...change },
  });

describe('201: an agreement', () => {
  it('is created with its engagements and shown on its owner', async () => {
    const made = await create();
    expect(made.status, made.text).toBe(201);
    const { id, engagements } = made.json;
    expect(made.json).toEqual({
      id: expect.any(String),
      owner: owner.customerNumber,
      name: 'Lønn',
      engagements: [expect.any(String)],
    });
    expect((await tpp.rest('GET', path)).json).toContainEqual(made.json);
    const { agreements } = (await tpp.rest('GET', `/v1/sandbox/customers/${owner.customerId}`)).json;
    expect(agreements).toContainEqual({ id, name: 'Lønn', engagements });
  });

  it('takes the owner by its id, and engagements later', async () => {
    const { id } = (await create({ owner: owner.customerId, engagements: undefined })).json;
    const made = await tpp.rest('POST', `${path}/${id}/engagements`, { body: engagement() });
    expect(made.status, made.text).toBe(201);
    const self = { href: `${path}/${id}/engagements/${made.json.id}`, verbs: ['GET', 'DELETE'] };
    expect(made.json).toEqual({ id: made.json.id, ...engagement(), _links: { self } });
    expect((await tpp.rest('GET', self.href)).json).toEqual(made.json);
    expect((await tpp.rest('DELETE', self.href)).status).toBe(204);
    expect((await tpp.rest('GET', self.href)).status).toBe(404);
    expect((await tpp.rest('DELETE', self.href)).status).toBe(404);
  });
});

describe('400: an agreement', () => {
  it('of a private customer, or over an account of another owner, is refused', async () => {
    expect((await create({ owner: psu })).json).toMatchObject({
      status: 400,
      tppMessages: [{ path: 'owner' }],
    });
    const foreign = await newAccount(tpp, psu);
    const engagements = [engagement(), { ...engagement(), account: { bban: foreign.bban } }];
    expect((await create({ engagements })).json).toMatchObject({
      status: 400,
      tppMessages: [{ path: 'engagements[1].account' }],
    });
  });

  it.each([
    ['roles twice', { roles: ['VIEW', 'VIEW'] }, 'engagements[0].roles'],
    ['no roles', { roles: [] }, 'engagements[0].roles'],
    ['an unknown role', { roles: ['OWN'] }, 'engagements[0].roles[0]'],
    ['no account number', { account: {} }, 'engagements[0].account.bban'],
  ])('with %s is refused', async (_, change, place) => {
    expect((await create({ engagements: [{ ...engagement(), ...change }] })).json).toMatchObject({
      code: 'FORMAT_ERROR',
      tppMessages: [{ path: place }],
    });
  });
});

describe('404: an agreement', () => {
  it('names an owner, PSU and account that the TPP has', async () => {
    expect((await create({ owner: 'nobody' })).json).toMatchObject({
      status: 404,
      tppMessages: [{ path: 'owner' }],
    });
    expect(
      (await create({ engagements: [{ ...engagement(), customer: '99' }] })).json.tppMessages[0].path,
    ).toBe('engagements[0].customer');
    expect(
      (await create({ engagements: [{ ...engagement(), account: { bban: '99' } }] })).json,
    ).toMatchObject({
      code: 'RESOURCE_UNKNOWN',
      tppMessages: [{ path: 'engagements[0].account' }],
    });
  });

  it.each(['none', '%00'])('with the unknown id %s has one path at both doors', async (id) => {
    const answer = await tpp.rest('POST', `${path}/${id}/engagements`, { body: engagement() });
    const input = { agreementId: decodeURIComponent(id), ...engagement() };
    const { tppMessages } = await mutate(tpp, 'createSandboxEngagement', input, 'tppMessages { path }');
    expect([answer.json.tppMessages[0].path, tppMessages[0].path]).toEqual(['agreementId', 'agreementId']);
  });

  it('of another TPP looks like one that never existed', async () => {
    const { id, engagements } = (await create()).json;
    const other = bank.tpp('PSDNO-FSA-OTHER');
    expect((await other.rest('POST', `${path}/${id}/engagements`, { body: engagement() })).status).toBe(404);
    expect((await other.rest('GET', `${path}/${id}/engagements/${engagements[0]}`)).status).toBe(404);
    expect((await other.rest('DELETE', `${path}/${id}/engagements/${engagements[0]}`)).status).toBe(404);
    expect((await tpp.rest('GET', `${path}/${id}/engagements/${engagements[0]}`)).status).toBe(200);
  });
});
