import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { accountBody, cardAccountBody, freshBban, nok } from './support/bodies.ts';
import { newCustomer } from './support/resources.ts';

const path = '/v1/sandbox/accounts';
const fields = `resourceId customerNumber accountName bban iban currency product cashAccountType creditLine
  balances { balanceType balanceAmount { amount currency } } kidAgreement { required lengths modulus }`;
const create = (input: object) =>
  mutate(
    tpp,
    'createSandboxAccount',
    input,
    `account { ${fields} } tppMessages { category code path text } links { self { href verbs } }`,
  );
const balances = 'balances { balanceAmount { amount } }';
const setBalances = (input: object, by = tpp) =>
  mutate(
    by,
    'setSandboxBalances',
    input,
    `account { ${balances} } cardAccount { ${balances} } tppMessages { code path }`,
  );

const bank = await bankOfFile();
const tpp = bank.tpp();
const { customerNumber } = await newCustomer(tpp);

const open = async (change: object = {}) =>
  tpp.rest('POST', path, { body: { ...accountBody(customerNumber), ...change } });

describe('201: an account', () => {
  it('is returned as it was sent, with its id and links', async () => {
    const iban = undefined;
    const body = {
      ...accountBody(customerNumber),
      iban,
      kidAgreement: { required: false, lengths: [7], modulus: 'MOD11' },
    };
    const made = await tpp.rest('POST', path, { body });
    expect(made.status, made.text).toBe(201);
    const { resourceId, _links, ...rest } = made.json;
    expect(rest).toEqual(JSON.parse(JSON.stringify(body)));
    expect(_links).toEqual({
      self: { href: `${path}/${resourceId}`, verbs: ['GET', 'DELETE'] },
      balances: { href: `${path}/${resourceId}/balances`, verbs: ['PUT'] },
      transactions: { href: `${path}/${resourceId}/transactions`, verbs: ['GET'] },
    });
    expect((await tpp.rest('GET', _links.self.href)).json).toEqual(made.json);
  });

  it('is the same through GraphQL', async () => {
    const input = accountBody(customerNumber);
    const { account, links, tppMessages } = await create(input);
    expect(tppMessages).toEqual([]);
    expect(account).toMatchObject({ ...input, iban: null, kidAgreement: null });
    const { _links, ...read } = (await tpp.rest('GET', `${path}/${account.resourceId}`)).json;
    expect(account).toMatchObject(read);
    expect(links.self).toEqual(_links.self);
    const query = `query ($resourceId: String!) { sandboxAccount(resourceId: $resourceId) { ${fields} } sandboxAccounts { nodes { resourceId } } }`;
    const { data } = await tpp.graphqlRaw(query, { resourceId: account.resourceId });
    expect(data.sandboxAccount).toEqual(account);
    expect(data.sandboxAccounts.nodes).toContainEqual({ resourceId: account.resourceId });
  });

  it('accepts plain numbers and writes exactly the minor units', async () => {
    const made = await open({ creditLine: 10, balances: [{ balanceAmount: nok(1234.5) }] });
    expect(made.json.creditLine).toBe('10.00');
    expect(made.json.balances).toEqual([{ balanceType: 'EXPECTED', balanceAmount: nok('1234.50') }]);
    const yen = await open({
      currency: 'JPY',
      creditLine: '0',
      balances: [{ balanceAmount: { amount: '-7', currency: 'JPY' } }],
    });
    expect(yen.json.balances[0].balanceAmount).toEqual({ amount: '-7', currency: 'JPY' });
  });

  it('without balances has a balance of zero', async () => {
    expect((await open({ balances: undefined })).json.balances[0].balanceAmount.amount).toBe('0.00');
  });

  it('whose IBAN is of another BBAN draws a warning', async () => {
    const made = await open({ iban: 'NO9386011117947' });
    expect(made.status).toBe(201);
    expect(made.json.tppMessages).toEqual([expect.objectContaining({ category: 'WARNING', path: 'iban' })]);
  });
});

describe('200: balances', () => {
  it('are set as sent, up and down, at both doors', async () => {
    const { resourceId } = (await open()).json;
    const set = await tpp.rest('PUT', `${path}/${resourceId}/balances`, {
      body: { balances: [{ balanceAmount: nok('-12.34') }] },
    });
    expect(set.status, set.text).toBe(200);
    expect(set.json.balances[0].balanceAmount).toEqual(nok('-12.34'));
    expect((await tpp.rest('GET', `${path}/${resourceId}`)).json).toEqual(set.json);
    const input = { resourceId, balances: [{ balanceAmount: nok('77') }] };
    expect(await setBalances(input)).toEqual({
      account: { balances: [{ balanceAmount: { amount: '77.00' } }] },
      cardAccount: null,
      tppMessages: [],
    });
  });

  it('of a card account are stored as sent', async () => {
    const body = cardAccountBody(customerNumber);
    const { resourceId, ...card } = (await tpp.rest('POST', '/v1/sandbox/card-accounts', { body })).json;
    expect(card).toMatchObject(body);
    const balances = [
      { balanceType: 'EXPECTED', balanceAmount: nok(5) },
      { balanceType: 'AVAILABLE', balanceAmount: nok('6.00') },
    ];
    const set = await tpp.rest('PUT', `/v1/sandbox/card-accounts/${resourceId}/balances`, {
      body: { balances },
    });
    expect(set.status, set.text).toBe(200);
    expect(set.json.balances.map((one: (typeof balances)[0]) => one.balanceAmount)).toEqual([
      nok('5.00'),
      nok('6.00'),
    ]);
    const kept = async () => (await tpp.rest('GET', `/v1/sandbox/card-accounts/${resourceId}`)).json.balances;
    expect(await kept()).toEqual(set.json.balances);
    const { cardAccount } = await setBalances({ resourceId, balances: [{ balanceAmount: nok('1') }] });
    expect(await kept()).toMatchObject([{ balanceAmount: nok('1.00') }]);
    expect(cardAccount.balances).toEqual([{ balanceAmount: { amount: '1.00' } }]);
    expect((await tpp.rest('DELETE', `/v1/sandbox/card-accounts/${resourceId}`)).status).toBe(204);
    expect((await tpp.rest('GET', `/v1/sandbox/card-accounts/${resourceId}`)).status).toBe(404);
  });
});

describe('204: a deleted account', () => {
  it('is gone, and its number is free', async () => {
    const made = (await open()).json;
    expect((await tpp.rest('DELETE', `${path}/${made.resourceId}`)).status).toBe(204);
    expect((await tpp.rest('GET', `${path}/${made.resourceId}`)).status).toBe(404);
    expect((await tpp.rest('DELETE', `${path}/${made.resourceId}`)).status).toBe(404);
    expect((await open({ bban: made.bban })).status).toBe(201);
  });
});

describe('400: an account', () => {
  it.each([
    ['neither bban nor iban', { bban: undefined }, 'bban'],
    ['an IBAN that does not check', { iban: 'NO0086011117947' }, 'iban'],
    ['too many decimals', { creditLine: '1.5' }, 'creditLine'],
    ['a negative credit line', { creditLine: '-1.00' }, 'creditLine'],
    [
      'a balance in another currency',
      { balances: [{ balanceAmount: { amount: '1.00', currency: 'EUR' } }] },
      'balances[0].balanceAmount.currency',
    ],
    [
      'a balance that is no number',
      { balances: [{ balanceAmount: nok('much') }] },
      'balances[0].balanceAmount.amount',
    ],
    ['two balances', { balances: [{ balanceAmount: nok(1) }, { balanceAmount: nok(2) }] }, 'balances'],
    [
      'a KID agreement with impossible lengths',
      { kidAgreement: { required: true, lengths: [1], modulus: 'MOD10' } },
      'kidAgreement.lengths[0]',
    ],
    ['an unknown currency', { currency: 'XXX' }, 'currency'],
  ])('with %s is refused with the same path at both doors', async (_, change, place) => {
    const input = { ...accountBody(customerNumber), ...change };
    const rest = await tpp.rest('POST', path, { body: input });
    expect(rest.status).toBe(400);
    expect(rest.json).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path: place }] });
    const { tppMessages } = await create(input);
    expect(tppMessages.map((one: { path: string }) => one.path)).toEqual(
      rest.json.tppMessages.map((one: { path: string }) => one.path),
    );
  });

  it('with an unknown currency is refused with the faults of its amounts too, at both doors', async () => {
    const balances = [{ balanceAmount: { amount: '1e3', currency: 'NOK ' } }];
    const input = { ...accountBody(customerNumber), currency: 'XXX', creditLine: '-1.00', balances };
    const rest = await tpp.rest('POST', path, { body: input });
    for (const { tppMessages } of [rest.json, await create(input)])
      expect(tppMessages.map((one: { path: string }) => one.path).sort()).toEqual([
        'balances[0].balanceAmount.amount',
        'balances[0].balanceAmount.currency',
        'creditLine',
        'currency',
      ]);
  });

  it('keeps one balance: new ones in another currency, or two, are refused', async () => {
    const { resourceId } = (await open()).json;
    const put = (balances: unknown) =>
      tpp.rest('PUT', `${path}/${resourceId}/balances`, { body: { balances } });
    expect(
      (await put([{ balanceAmount: { amount: '1.00', currency: 'EUR' } }])).json.tppMessages[0].path,
    ).toBe('balances[0].balanceAmount.currency');
    expect((await put([])).json.tppMessages[0].path).toBe('balances');
    const balances = [{ balanceAmount: nok('1') }, { balanceAmount: nok('2') }];
    const { tppMessages } = await setBalances({ resourceId, balances });
    expect(tppMessages).toEqual([{ code: 'FORMAT_ERROR', path: 'balances' }]);
    expect((await tpp.rest('GET', `${path}/${resourceId}`)).json.balances[0].balanceAmount.amount).toBe(
      '100.00',
    );
  });
});

describe('404: an account', () => {
  it('for an unknown customer is not opened', async () => {
    const body = accountBody('31415926');
    expect((await tpp.rest('POST', path, { body })).json).toMatchObject({
      status: 404,
      code: 'RESOURCE_UNKNOWN',
      tppMessages: [{ path: 'customerNumber' }],
    });
    expect(await create(body)).toMatchObject({
      account: null,
      tppMessages: [{ code: 'RESOURCE_UNKNOWN', path: 'customerNumber' }],
    });
  });

  it('of another TPP looks like one that never existed', async () => {
    const { resourceId } = (await open()).json;
    const other = bank.tpp('PSDNO-FSA-OTHER');
    const body = { balances: [{ balanceAmount: nok('1') }] };
    for (const [method, tail, options] of [
      ['GET', '', {}],
      ['DELETE', '', {}],
      ['GET', '/transactions', {}],
      ['PUT', '/balances', { body }],
    ] as const) {
      const theirs = await other.rest(method, `${path}/${resourceId}${tail}`, options);
      expect([method, tail, theirs.status, theirs.json.code]).toEqual([
        method,
        tail,
        404,
        'RESOURCE_UNKNOWN',
      ]);
    }
    const { tppMessages } = await setBalances({ resourceId, ...body }, other);
    expect(tppMessages).toEqual([{ code: 'RESOURCE_UNKNOWN', path: 'resourceId' }]);
    expect((await tpp.rest('GET', `${path}/${resourceId}`)).json.balances[0].balanceAmount.amount).toBe(
      '100.00',
    );
  });

  it('is not a card account, nor the reverse', async () => {
    const { resourceId } = (await open()).json;
    const body = { balances: [{ balanceAmount: nok('1') }] };
    expect((await tpp.rest('PUT', `/v1/sandbox/card-accounts/${resourceId}/balances`, { body })).status).toBe(
      404,
    );
    expect((await tpp.rest('GET', `/v1/sandbox/card-accounts/${resourceId}`)).status).toBe(404);
  });
});

describe('409: an account number', () => {
  it('is used once at a TPP, also in the form of the other number', async () => {
    const bban = freshBban();
    expect((await open({ bban })).status).toBe(201);
    const again = await open({ bban });
    expect(again.json).toMatchObject({ status: 409, code: 'CONFLICT', tppMessages: [{ path: 'bban' }] });
    const iban = await open({ bban: undefined, iban: 'NO9386011117947' });
    expect(iban.json, 'the default set has this account').toMatchObject({
      code: 'CONFLICT',
      tppMessages: [{ path: 'iban' }],
    });
  });
});

describe('several mutations in one document', () => {
  it('each show the state after them', async () => {
    const { customerNumber } = await newCustomer(tpp);
    const open = 'createSandboxAccount(input: $first) { account { customer { accounts { resourceId } } } }';
    const { data, text } = await tpp.graphqlRaw(
      `mutation($first: CreateSandboxAccountInput!, $second: CreateSandboxAccountInput!) {
        first: ${open} second: ${open.replace('$first', '$second')} }`,
      { first: accountBody(customerNumber), second: accountBody(customerNumber) },
    );
    const count = (made: { account: { customer: { accounts: object[] } } }) =>
      made.account.customer.accounts.length;
    expect([count(data.first), count(data.second)], text).toEqual([1, 2]);
  });
});
