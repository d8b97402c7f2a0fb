import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { cardItem, shown } from './support/bodies.ts';
import { newCardAccount, newCustomer } from './support/resources.ts';

const create = (input: object, by = tpp) =>
  mutate(
    by,
    'createSandboxCardTransactions',
    input,
    `cardTransactions { cardTransactionId bookingDate transactionAmount { currency amount } invoiced cardAcceptorAddress { country } }
    tppMessages { category code path text }`,
  );
const list = `query ($resourceId: String!, $bookingStatus: BookingStatus, $fromDate: LocalDate, $toDate: LocalDate, $first: Int, $after: String, $last: Int, $before: String) {
  sandboxCardAccount(resourceId: $resourceId) {
    transactions(bookingStatus: $bookingStatus, fromDate: $fromDate, toDate: $toDate, first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { cardTransactionId transactionAmount { amount } originalAmount { amount } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
const switchFix = { 'x-accept-fix': 'cardaccount-switch-originalamount-and-transactionamount' };

const bank = await bankOfFile();
const tpp = bank.tpp();
const { customerNumber } = await newCustomer(tpp);

interface Card {
  readonly resourceId: string;
  readonly path: string;
}
async function openCard(): Promise<Card> {
  const { resourceId } = await newCardAccount(tpp, customerNumber);
  return { resourceId, path: `/v1/sandbox/card-accounts/${resourceId}/transactions` };
}
const store = (card: Card, body: unknown) => tpp.rest('POST', card.path, { body });
const booked = async (card: Card, query = 'bookingStatus=both') =>
  (await tpp.rest('GET', `${card.path}?${query}`)).json.cardTransactions.booked.map(
    (one: { cardTransactionId: string }) => one.cardTransactionId,
  );

describe('201: card transactions', () => {
  it('are returned as the specification shows them, without further fields', async () => {
    const card = await openCard();
    const items = [cardItem('a', '2024-03-04'), cardItem('b', '2024-03-05')];
    const made = await store(card, items);
    expect(made.status, made.text).toBe(201);
    expect(made.json).toEqual({
      cardAccount: { maskedPan: '1234xxxxxxxx4321' },
      cardTransactions: { booked: items.map(shown), pending: [] },
    });
    const more = await store(card, [cardItem('c')]);
    expect(more.json.cardTransactions.booked, 'what this request stored').toEqual([shown(cardItem('c'))]);
  });

  it('are the same through GraphQL, where invoiced is a Boolean', async () => {
    const card = await openCard();
    const input = { resourceId: card.resourceId, transactions: [{ ...cardItem('a'), invoiced: false }] };
    expect(await create(input)).toEqual({
      cardTransactions: [
        {
          cardTransactionId: 'a',
          bookingDate: '2024-03-04',
          transactionAmount: { currency: 'NOK', amount: 100 },
          invoiced: false,
          cardAcceptorAddress: { country: 'NO' },
        },
      ],
      tppMessages: [],
    });
    expect(await booked(card)).toEqual(['a']);
  });

  it('of older clients, with the fee next to the amounts, are accepted with a warning', async () => {
    const made = await store(await openCard(), [cardItem('a', '2024-03-04', { markupFeePercentage: '20' })]);
    expect(made.status).toBe(201);
    expect(made.json.tppMessages).toEqual([
      expect.objectContaining({ category: 'WARNING', path: '[0].markupFeePercentage' }),
    ]);
  });

  it('keep an exchange', async () => {
    const currencyExchange = {
      sourceCurrency: 'EUR',
      targetCurrency: 'NOK',
      exchangeRate: '11.5',
      unitCurrency: 'EUR',
      quotationDate: '2024-03-01',
      markupFee: { currency: 'NOK', amount: 2 },
      markupFeePercentage: '1.75',
    };
    expect((await store(await openCard(), [cardItem('a', '2024-03-04', { currencyExchange })])).status).toBe(
      201,
    );
  });

  it('of today are past', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' }).format(bank.time.now);
    expect((await store(await openCard(), [cardItem('a', today)])).status).toBe(201);
  });
});

describe('200: card transactions', () => {
  it('come newest booking first, and within a day in the order of the request', async () => {
    const card = await openCard();
    await store(card, [
      cardItem('b', '2024-01-02'),
      cardItem('a', '2024-01-02'),
      cardItem('old', '2024-01-01'),
    ]);
    await store(card, [cardItem('new', '2024-01-03'), cardItem('later', '2024-01-02')]);
    expect(await booked(card)).toEqual(['new', 'later', 'b', 'a', 'old']);
  });

  it('are cut by days, offset and limit, in this order', async () => {
    const card = await openCard();
    await store(
      card,
      [1, 2, 3, 4, 5, 6].map((day) => cardItem(`d${day}`, `2024-01-0${day}`)),
    );
    expect(await booked(card, 'bookingStatus=booked&fromDate=2024-01-02&toDate=2024-01-05')).toEqual([
      'd5',
      'd4',
      'd3',
      'd2',
    ]);
    expect(await booked(card, 'bookingStatus=booked&toDate=2024-01-05&offset=1&limit=2')).toEqual([
      'd4',
      'd3',
    ]);
    expect(await booked(card, 'bookingStatus=booked&offset=6')).toEqual([]);
    expect(await booked(card, 'bookingStatus=pending')).toEqual([]);
    expect(await booked(card, 'bookingStatus=both&limit=2147483647')).toHaveLength(6);
  });

  it('with an unknown future change return a warning, and are unchanged', async () => {
    const card = await openCard();
    await store(card, [cardItem('a')]);
    const headers = { 'x-accept-fix': 'cardaccount-switch-typo' };
    const { status, json } = await tpp.rest('GET', `${card.path}?bookingStatus=both`, { headers });
    expect([status, json.cardTransactions.booked[0].transactionAmount]).toEqual([
      200,
      shown(cardItem('a')).transactionAmount,
    ]);
    expect(json.tppMessages).toMatchObject([{ category: 'WARNING', path: 'x-accept-fix' }]);
  });

  it('change their amounts with the future change switched on, at both doors', async () => {
    const card = await openCard();
    await store(card, [cardItem('a')]);
    const read = async (headers: Record<string, string>) =>
      (await tpp.rest('GET', `${card.path}?bookingStatus=both`, { headers })).json.cardTransactions.booked[0];
    const { transactionAmount, originalAmount } = shown(cardItem('a'));
    expect(await read({})).toMatchObject({ transactionAmount, originalAmount });
    expect(await read(switchFix)).toMatchObject({
      transactionAmount: originalAmount,
      originalAmount: transactionAmount,
    });
    const variables = { resourceId: card.resourceId, bookingStatus: 'both' };
    const { data } = await tpp.graphqlRaw(list, variables, { headers: switchFix });
    expect(data.sandboxCardAccount.transactions.edges[0].node.transactionAmount.amount).toBe(9);
  });

  it('are walked page by page in GraphQL, forwards and backwards', async () => {
    const card = await openCard();
    const ids = Array.from({ length: 7 }, (_, place) => `t${place}`);
    await store(
      card,
      ids.map((id, place) => cardItem(id, place < 4 ? '2024-02-02' : '2024-02-01')),
    );
    const page = async (args: object) =>
      (await tpp.graphqlRaw(list, { resourceId: card.resourceId, bookingStatus: 'both', ...args })).data
        .sandboxCardAccount.transactions;
    const idsOf = (found: { edges: { node: { cardTransactionId: string } }[] }) =>
      found.edges.map((one) => one.node.cardTransactionId);
    const first = await page({ first: 3 });
    expect([idsOf(first), first.pageInfo.hasNextPage, first.pageInfo.hasPreviousPage]).toEqual([
      ['t0', 't1', 't2'],
      true,
      false,
    ]);
    const second = await page({ first: 3, after: first.pageInfo.endCursor });
    expect(idsOf(second)).toEqual(['t3', 't4', 't5']);
    const third = await page({ first: 3, after: second.pageInfo.endCursor });
    expect([idsOf(third), third.pageInfo.hasNextPage, third.pageInfo.hasPreviousPage]).toEqual([
      ['t6'],
      false,
      true,
    ]);
    const back = await page({ last: 2, before: third.pageInfo.startCursor });
    expect([idsOf(back), back.pageInfo.hasPreviousPage]).toEqual([['t4', 't5'], true]);
    expect(idsOf(await page({ last: 2 }))).toEqual(['t5', 't6']);
  });

  it('say where to read on when there are more than fit a response', async () => {
    const card = await openCard();
    await bank.sql`insert into sandbox_card_transactions (tpp_id, card_account_id, card_transaction_id, booking_date, item, created_at)
      select tpp_id, resource_id, 't' || n, '2024-01-01', ${JSON.stringify(cardItem('x'))}::text::jsonb, now() from sandbox_card_accounts, generate_series(1, 1001) n where resource_id = ${card.resourceId}`;
    const all = (await tpp.rest('GET', `${card.path}?bookingStatus=both`)).json;
    expect(all.cardTransactions.booked).toHaveLength(1_000);
    expect(all.tppMessages).toEqual([
      expect.objectContaining({ path: 'limit', text: expect.stringContaining('offset=1000') }),
    ]);
    expect(
      (await tpp.rest('GET', `${card.path}?bookingStatus=both&offset=1000`)).json.cardTransactions.booked,
    ).toHaveLength(1);
    expect(
      (await tpp.rest('GET', `${card.path}?bookingStatus=both&limit=1000`)).json.tppMessages,
    ).toBeUndefined();
  });
});

describe('400: card transactions', () => {
  it('in a list of 1,000 or more, without a message for each', async () => {
    const card = await openCard();
    const messages = async (count: number) =>
      (await store(card, Array(count).fill({}))).json.tppMessages as { path: string; text: string }[];
    const named = await messages(1_000);
    expect(named).toHaveLength(100);
    expect(named.at(-1)?.text).toBe('there are at least 1000 errors; only the first 99 are listed');
    const text = 'must have at most 1000 items';
    for (const count of [1_001, 40_000])
      expect(await messages(count)).toEqual([expect.objectContaining({ text })]);
  });

  const tomorrow = '2099-01-01';
  it.each([
    ['a booking date ahead', [cardItem('a', tomorrow)], ['[0].bookingDate', '[0].transactionDate']],
    ['a value date ahead', [cardItem('a', '2024-01-01', { valueDate: tomorrow })], ['[0].valueDate']],
    [
      'a booking after the value date',
      [cardItem('a'), cardItem('b', '2024-01-02', { transactionDate: '2024-01-01' })],
      ['[1].bookingDate'],
    ],
    ['one id twice', [cardItem('a'), cardItem('b'), cardItem('a')], ['[2].cardTransactionId']],
    [
      'an ill-typed amount',
      [cardItem('a', '2024-01-01', { transactionAmount: { currency: 'NOK', amount: '100' } })],
      ['[0].transactionAmount.amount'],
    ],
    ['a missing field', [{ ...cardItem('a'), terminalId: undefined }], ['[0].terminalId']],
  ])(
    'with %s are refused with the same paths at both doors, and nothing is stored',
    async (_, items, paths) => {
      const card = await openCard();
      const rest = await store(card, items);
      expect(rest.status).toBe(400);
      expect(rest.json.tppMessages.map((one: { path: string }) => one.path)).toEqual(paths);
      const transactions = items.map((item) => ({ ...item, invoiced: true }));
      const { tppMessages } = await create({ resourceId: card.resourceId, transactions });
      expect(tppMessages.map((one: { path: string }) => one.path)).toEqual(paths);
      expect(await booked(card)).toEqual([]);
    },
  );

  it.each([
    ['', 'QUERY_PARAMETER_REQUIRED', 'bookingStatus'],
    ['?bookingStatus=all', 'FORMAT_ERROR', 'bookingStatus'],
    ['?bookingStatus=both&limit=0', 'FORMAT_ERROR', 'limit'],
    ['?bookingStatus=both&limit=2147483648', 'FORMAT_ERROR', 'limit'],
    ['?bookingStatus=both&offset=-1', 'FORMAT_ERROR', 'offset'],
    ['?bookingStatus=both&fromDate=2024-02-30', 'FORMAT_ERROR', 'fromDate'],
    ['?bookingStatus=both&fromDate=2024-02-02&toDate=2024-02-01', 'FORMAT_ERROR', 'fromDate'],
  ])('are not read with %s', async (query, code, path) => {
    const card = await openCard();
    const answer = await tpp.rest('GET', card.path + query);
    expect(answer.json).toMatchObject({ status: 400, code, tppMessages: [{ path }] });
  });

  it('are not read with an unknown bookingStatus, which is reported like every other fault', async () => {
    const card = await openCard();
    const { json } = await tpp.rest('GET', `${card.path}?bookingStatus=BOOKED`);
    expect(json.tppMessages).toMatchObject([{ text: 'must be one of booked, pending, both' }]);
  });

  it('are not read by GraphQL without bookingStatus, with a range in reverse or a foreign cursor', async () => {
    const { resourceId } = await openCard();
    const refused = async (variables: object) =>
      (await tpp.graphqlRaw(list, { resourceId, ...variables })).json.errors[0].extensions;
    expect(await refused({})).toMatchObject({ code: 'QUERY_PARAMETER_REQUIRED', path: 'bookingStatus' });
    const reverse = { bookingStatus: 'both', fromDate: '2024-02-02', toDate: '2024-02-01' };
    expect(await refused(reverse)).toMatchObject({ code: 'FORMAT_ERROR', path: 'fromDate' });
    expect(await refused({ bookingStatus: 'both', after: 'x' })).toMatchObject({
      code: 'FORMAT_ERROR',
      path: 'after',
    });
    expect(await refused({ bookingStatus: 'both', first: 101 })).toMatchObject({
      code: 'FORMAT_ERROR',
      path: 'first',
    });
  });
});

describe('a missing bookingStatus and other faults of the same read are named together', () => {
  const missing = ['QUERY_PARAMETER_REQUIRED', 'bookingStatus'];
  const named = async (answer: Promise<{ json: { tppMessages: { code: string; path: string }[] } }>) =>
    (await answer).json.tppMessages.map(({ code, path }) => [code, path]);
  const byGraphql = async (query: string, variables: object = {}) => {
    const { resourceId } = await openCard();
    const { json } = await tpp.graphqlRaw(query, { resourceId, ...variables });
    expect(json.errors).toHaveLength(1);
    return named(Promise.resolve({ json: json.errors[0].extensions }));
  };

  it('by REST', async () => {
    const { path } = await openCard();
    const found = await named(tpp.rest('GET', `${path}?fromDate=2024-02-30&limit=0`));
    expect(found).toEqual([missing, ['FORMAT_ERROR', 'fromDate'], ['FORMAT_ERROR', 'limit']]);
  });

  it.each<[string, string, object]>([
    ['as variables', list, { fromDate: '2024-02-30' }],
    ['with null for bookingStatus', list, { bookingStatus: null, fromDate: '2024-02-30' }],
    [
      'in the document',
      'query ($resourceId: String!) { sandboxCardAccount(resourceId: $resourceId) { transactions(fromDate: "2024-02-30") { nodes { id } } } }',
      {},
    ],
  ])('by GraphQL %s', async (_, query, variables) => {
    expect(await byGraphql(query, variables)).toEqual([missing, ['FORMAT_ERROR', 'fromDate']]);
  });

  it('by GraphQL with a wrong page', async () => {
    expect(await byGraphql(list, { first: 0, after: 'x' })).toEqual([
      missing,
      ['FORMAT_ERROR', 'first'],
      ['FORMAT_ERROR', 'after'],
    ]);
  });
});

describe('404: the card account', () => {
  it('of another TPP takes and shows nothing', async () => {
    const card = await openCard();
    const other = bank.tpp('PSDNO-FSA-OTHER');
    expect((await other.rest('POST', card.path, { body: [cardItem('a')] })).json).toMatchObject({
      status: 404,
      code: 'RESOURCE_UNKNOWN',
    });
    expect((await other.rest('GET', `${card.path}?bookingStatus=both`)).status).toBe(404);
    const input = { resourceId: card.resourceId, transactions: [{ ...cardItem('a'), invoiced: true }] };
    expect((await create(input, other)).tppMessages[0].code).toBe('RESOURCE_UNKNOWN');
    expect(await booked(card)).toEqual([]);
  });
});

describe('409: an id that the card account has', () => {
  it('refuses the whole list and names every repeated item', async () => {
    const card = await openCard();
    await store(card, [cardItem('a'), cardItem('b')]);
    const again = await store(card, [cardItem('c'), cardItem('b'), cardItem('a')]);
    expect(again.json).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(again.json.tppMessages.map((one: { path: string }) => one.path)).toEqual([
      '[1].cardTransactionId',
      '[2].cardTransactionId',
    ]);
    expect(await booked(card)).toEqual(['a', 'b']);
    expect((await store(await openCard(), [cardItem('a')])).status, 'another card account').toBe(201);
  });

  it('is stored once however many requests bring it', async () => {
    const card = await openCard();
    const lists = Array.from({ length: 6 }, (_, place) => [cardItem('same'), cardItem(`own${place}`)]);
    const answers = await Promise.all(lists.map((items) => store(card, items)));
    expect(answers.map((one) => one.status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await booked(card)).toHaveLength(2);
  });
});
