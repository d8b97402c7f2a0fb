import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { customerBody, freshNumber } from './support/bodies.ts';
import { newAccount, newCardAccount, newCustomer } from './support/resources.ts';

const path = '/v1/sandbox/customers';
const create = (input: object) =>
  mutate(
    tpp,
    'createSandboxCustomer',
    input,
    `customer { customerId customerNumber customerType customerName accounts { resourceId } cardAccounts { resourceId } agreements { id name engagements } }
    tppMessages { category code path text } links { self { href verbs } }`,
  );

const bank = await bankOfFile();
const tpp = bank.tpp();

describe('201: a customer', () => {
  it('is created with the words of live clients and shown with those of the specification', async () => {
    const customerNumber = freshNumber();
    const made = await tpp.rest('POST', path, { body: { customerNumber, name: 'Kari', type: 'private' } });
    expect(made.status, made.text).toBe(201);
    expect(Object.keys(made.json)).toEqual([
      'customerId',
      'customerNumber',
      'customerType',
      'customerName',
      'agreements',
      'accounts',
      'cardAccounts',
      '_links',
    ]);
    const self = { href: `${path}/${made.json.customerId}`, verbs: ['GET', 'DELETE'] };
    expect(made.json).toMatchObject({
      customerNumber,
      customerType: 'PRIVATE',
      customerName: 'Kari',
      _links: { self },
    });
    expect((await tpp.rest('GET', self.href)).json).toEqual(made.json);
  });

  it('is created by GraphQL and read by REST as if by REST', async () => {
    const input = { customerNumber: freshNumber(), customerName: 'Fisk AS', customerType: 'CORPORATE' };
    const { customer, tppMessages, links } = await create(input);
    expect(tppMessages).toEqual([]);
    expect(customer).toMatchObject({ ...input, agreements: [], accounts: [], cardAccounts: [] });
    const { _links, ...read } = (await tpp.rest('GET', `${path}/${customer.customerId}`)).json;
    expect(read).toEqual(customer);
    expect(_links).toEqual(links);
  });

  it('has an agreement at once when private, and none when corporate', async () => {
    const made = async (customerType: string) =>
      (
        await tpp.rest('POST', path, {
          body: { customerNumber: freshNumber(), customerName: 'A', customerType },
        })
      ).json;
    expect((await made('Private')).agreements).toEqual([
      { id: expect.any(String), name: expect.any(String), engagements: [] },
    ]);
    expect((await made('CORPORATE')).agreements).toEqual([]);
  });

  it('gets a warning for properties that the operation does not know', async () => {
    const body = { ...customerBody(), shoeSize: 44 };
    const made = await tpp.rest('POST', path, { body });
    expect(made.json.tppMessages).toEqual([
      expect.objectContaining({ category: 'WARNING', path: 'shoeSize' }),
    ]);
  });
});

describe('200: customers', () => {
  it('show the accounts and cards opened for them', async () => {
    const { customerId, customerNumber } = await newCustomer(tpp);
    const account = await newAccount(tpp, customerNumber);
    const card = await newCardAccount(tpp, customerNumber);
    const read = (await tpp.rest('GET', `${path}/${customerId}`)).json;
    expect(read).toMatchObject({ accounts: [account.resourceId], cardAccounts: [card.resourceId] });
    expect(read.agreements[0].engagements).toHaveLength(1);
    const list = (await tpp.rest('GET', path)).json;
    expect(list.find((one: { customerId: string }) => one.customerId === customerId)).toEqual(read);
    const query =
      '{ sandboxCustomers { nodes { customerId accounts { resourceId } cardAccounts { resourceId } } } }';
    const { data } = await tpp.graphqlRaw(query);
    expect(data.sandboxCustomers.nodes).toContainEqual({
      customerId,
      accounts: [{ resourceId: account.resourceId }],
      cardAccounts: [{ resourceId: card.resourceId }],
    });
    expect(data.sandboxCustomers.nodes).toHaveLength(list.length);
  });
});

describe('204: a deleted customer', () => {
  it('is deleted with accounts and cards, and its money is back at the bank', async () => {
    const { customerId, customerNumber } = await newCustomer(tpp);
    const account = await newAccount(tpp, customerNumber);
    const card = await newCardAccount(tpp, customerNumber);
    const gone = await tpp.rest('DELETE', `${path}/${customerId}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    for (const there of [`${path}/${customerId}`, account._links.self.href, card._links.self.href]) {
      expect((await tpp.rest('GET', there)).status).toBe(404);
    }
    const again = await tpp.rest('POST', path, { body: { ...customerBody(), customerNumber } });
    expect(again.status).toBe(201);
  });
});

describe('400: a body', () => {
  it('names every fault at once, the same at both doors', async () => {
    const input = { customerNumber: 'no blanks', name: 'A', customerName: 'B' };
    const rest = await tpp.rest('POST', path, { body: input });
    expect(rest.status).toBe(400);
    expect(rest.json.tppMessages.map((one: { path: string }) => one.path)).toEqual([
      'customerNumber',
      'customerName',
      'type',
    ]);
    expect((await create(input)).tppMessages).toEqual(rest.json.tppMessages);
  });

  it('with a missing or unknown field is refused with the same path when GraphQL types detect it', async () => {
    for (const [input, place] of [
      [{ name: 'A', type: 'PRIVATE' }, 'customerNumber'],
      [{ customerNumber: '1', name: 'A', type: 'SECRET' }, 'type'],
    ] as const) {
      const { tppMessages } = await create(input);
      expect(tppMessages).toMatchObject([{ code: 'FORMAT_ERROR', path: place }]);
      expect((await tpp.rest('POST', path, { body: input })).json).toMatchObject({
        code: 'FORMAT_ERROR',
        tppMessages: [{ path: place }],
      });
    }
  });

  it('without Digest is refused', async () => {
    const answer = await tpp.rest('POST', path, { body: customerBody(), headers: { digest: null } });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'HTTP_HEADER_REQUIRED', tppMessages: [{ path: 'Digest' }] });
  });
});

describe('404: a customer', () => {
  it('of another TPP looks like one that never existed', async () => {
    const { customerId } = await newCustomer(tpp);
    const other = bank.tpp('PSDNO-FSA-OTHER');
    for (const method of ['GET', 'DELETE']) {
      const theirs = await other.rest(method, `${path}/${customerId}`);
      const nobodys = await other.rest(method, `${path}/00000000-0000-7000-8000-000000000000`);
      expect(theirs.status).toBe(404);
      expect({ ...theirs.json, id: '' }).toEqual({ ...nobodys.json, id: '' });
      expect(theirs.json.code).toBe('RESOURCE_UNKNOWN');
    }
    const query = 'query ($customerId: String!) { sandboxCustomer(customerId: $customerId) { customerId } }';
    const { json } = await other.graphqlRaw(query, { customerId });
    expect(json.data.sandboxCustomer).toBeNull();
    expect(json.errors[0].extensions.code).toBe('RESOURCE_UNKNOWN');
    expect((await tpp.rest('GET', `${path}/${customerId}`)).status).toBe(200);
  });
});

describe('409: a customer number', () => {
  it('is used once, for any number of concurrent requests, at either door', async () => {
    const body = customerBody();
    const answers = await Promise.all(Array.from({ length: 8 }, () => tpp.rest('POST', path, { body })));
    expect(answers.map((one) => one.status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await create({ ...body, type: 'PRIVATE' })).toMatchObject({
      customer: null,
      tppMessages: [{ code: 'CONFLICT', path: 'customerNumber' }],
    });
  });

  it('is free at another TPP', async () => {
    const body = customerBody();
    expect((await tpp.rest('POST', path, { body })).status).toBe(201);
    expect((await bank.tpp('PSDNO-FSA-OTHER').rest('POST', path, { body })).status).toBe(201);
  });
});
