import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createUnitOfWork } from '../../src/db/unit-of-work.ts';
import type { EntryDetails, Posting } from '../../src/domain/bank/posting.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { nok } from './support/bodies.ts';
import { newAccount, newCustomer } from './support/resources.ts';

const tppId = 'PSDNO-FSA-TEST1';

const bank = await bankOfFile();
const tpp = bank.tpp(tppId);
const work = createUnitOfWork(bank.database).of(tppId);
const { customerNumber } = await newCustomer(tpp);

interface Account {
  readonly resourceId: string;
  readonly bban: string;
  readonly _links: { readonly transactions: { readonly href: string } };
}
const open = (amount = '100.00'): Promise<Account> =>
  newAccount(tpp, customerNumber, { balances: [{ balanceAmount: nok(amount) }] });
const balanceOf = async ({ resourceId }: Account) =>
  (await tpp.rest('GET', `/v1/sandbox/accounts/${resourceId}`)).json.balances[0].balanceAmount.amount;

const details: EntryDetails = {
  debtorName: 'Ola',
  creditorName: 'Kari',
  remittanceInformationUnstructured: 'Husleie',
  endToEndIdentification: 'e2e-1',
};

function payment(
  from: Account | null,
  to: Account | null,
  amountMinor: bigint,
  change: Partial<Posting> = {},
): Posting {
  const [a, b] = [from?.resourceId ?? null, to?.resourceId ?? null];
  const movements = [{ from: a, to: b, currency: 'NOK', amountMinor, details }];
  const header = {
    postingId: randomUUID(),
    tppId,
    kind: 'PAYMENT',
    paymentId: randomUUID(),
    transferNumber: 0,
    at: 0,
  } as const;
  return { ...header, bookingDate: '2024-05-06', movements, ...change };
}
const post = (posting: Posting) => work.transaction((stores) => stores.ledger.post([posting]));

describe('a posting', () => {
  it('moves money between accounts and appears on both, for REST and GraphQL', async () => {
    const [from, to] = [await open(), await open('0.00')];
    const posting = payment(from, to, 2_550n);
    await post(posting);
    expect([await balanceOf(from), await balanceOf(to)]).toEqual(['74.50', '25.50']);
    const shown = async (account: Account) => (await tpp.rest('GET', account._links.transactions.href)).json;
    const entry = {
      bookingDate: '2024-05-06',
      valueDate: '2024-05-06',
      ...details,
      paymentId: posting.paymentId,
    };
    expect(await shown(from)).toEqual({
      account: { bban: from.bban, currency: 'NOK' },
      transactions: {
        booked: [{ transactionId: `${posting.postingId}-0`, transactionAmount: nok('-25.50'), ...entry }],
        pending: [],
      },
    });
    const credit = { transactionId: `${posting.postingId}-1`, transactionAmount: nok('25.50'), ...entry };
    expect((await shown(to)).transactions.booked).toEqual([credit]);
    const query = `query ($resourceId: String!) { sandboxAccount(resourceId: $resourceId) { transactions(first: 5) {
      edges { node { transactionId transactionAmount { amount currency } bookingDate valueDate debtorName creditorName
        remittanceInformationUnstructured endToEndIdentification paymentId } } pageInfo { hasNextPage } } } }`;
    const { data } = await tpp.graphqlRaw(query, { resourceId: to.resourceId });
    expect(data.sandboxAccount.transactions).toEqual({
      edges: [{ node: credit }],
      pageInfo: { hasNextPage: false },
    });
  });

  it('of one transfer of a payment happens once', async () => {
    const account = await open();
    const posting = payment(account, null, 1_000n);
    const again = { ...posting, postingId: randomUUID() };
    await Promise.all([post(posting), post(again)]);
    await post({ ...again, postingId: randomUUID() });
    expect(await balanceOf(account)).toBe('90.00');
    await post({ ...again, postingId: randomUUID(), transferNumber: 1 });
    expect(await balanceOf(account)).toBe('80.00');
  });

  it('between two accounts both ways, many at a time, loses nothing', async () => {
    const [a, b] = [await open(), await open()];
    const both = Array.from({ length: 40 }, (_, place) =>
      place % 2 ? payment(a, b, 100n) : payment(b, a, 300n),
    );
    await Promise.all(both.map(post));
    expect([await balanceOf(a), await balanceOf(b)]).toEqual(['140.00', '60.00']);
  });

  it('that names an unknown account, or one of another TPP, is a defect and changes nothing', async () => {
    const account = await open();
    const gone = { from: account.resourceId, to: randomUUID(), currency: 'NOK', amountMinor: 1n, details };
    await expect(post(payment(null, null, 1n, { movements: [gone] }))).rejects.toThrow('does not exist');
    const other = createUnitOfWork(bank.database).of('PSDNO-FSA-OTHER');
    const theirs = other.transaction(({ ledger }) => ledger.post([payment(account, null, 1n)]));
    await expect(theirs).rejects.toThrow('does not exist');
    expect(await balanceOf(account)).toBe('100.00');
  });
});

describe('balances that are set while money moves', () => {
  it('go from the largest that payments can leave to the smallest that can be set, and back', async () => {
    const account = await open('0.00');
    const most = 2n ** 63n - 1n;
    await post(payment(null, account, most));
    for (const least of ['-9999999999999999.99', '9999999999999999.99']) {
      const set = await tpp.rest('PUT', `/v1/sandbox/accounts/${account.resourceId}/balances`, {
        body: { balances: [{ balanceAmount: nok(least) }] },
      });
      expect([set.status, await balanceOf(account)]).toEqual([200, least]);
    }
  });

  it('end at the value that was set or a later movement, and the books agree', async () => {
    const account = await open();
    const set = (amount: number) =>
      tpp.rest('PUT', `/v1/sandbox/accounts/${account.resourceId}/balances`, {
        body: { balances: [{ balanceAmount: nok(amount) }] },
      });
    const answers = await Promise.all([
      set(5),
      set(6),
      post(payment(account, null, 100n)),
      set(7),
      post(payment(null, account, 50n)),
    ]);
    expect(answers.filter((one) => typeof one === 'object').map((one) => one.status)).toEqual([
      200, 200, 200,
    ]);
    const [row] =
      await bank.sql`select sum(amount_minor)::text as sum from ledger_entries where account_id = ${account.resourceId}`;
    expect(await balanceOf(account)).toBe((Number(row?.sum) / 100).toFixed(2));
  });

  it('are not among the transactions, and neither is the opening', async () => {
    const account = await open();
    await tpp.rest('PUT', `/v1/sandbox/accounts/${account.resourceId}/balances`, {
      body: { balances: [{ balanceAmount: nok(1) }] },
    });
    expect((await tpp.rest('GET', account._links.transactions.href)).json.transactions).toEqual({
      booked: [],
      pending: [],
    });
  });
});

describe('the transactions of an account', () => {
  it('are cut by days, offset and limit, newest first', async () => {
    const account = await open();
    for (const day of ['2024-01-03', '2024-01-01', '2024-01-02'])
      await post(payment(account, null, 100n, { bookingDate: day }));
    const days = async (query: string) =>
      (await tpp.rest('GET', `${account._links.transactions.href}?${query}`)).json.transactions.booked.map(
        (one: { bookingDate: string }) => one.bookingDate,
      );
    expect(await days('')).toEqual(['2024-01-03', '2024-01-02', '2024-01-01']);
    expect(await days('fromDate=2024-01-02&toDate=2024-01-03&offset=1&limit=5')).toEqual(['2024-01-02']);
    expect(
      (await tpp.rest('GET', `${account._links.transactions.href}?fromDate=2024-01-02&toDate=2024-01-01`))
        .json,
    ).toMatchObject({
      code: 'FORMAT_ERROR',
      tppMessages: [{ path: 'fromDate' }],
    });
  });
});

describe('equal the balance of every account, after openings, movements, settings and deletions', () => {
  const expectHeld = async () => {
    const rows = await bank.sql`
      select balance_minor::text as held, coalesce(sum(amount_minor), 0)::text as sum
      from sandbox_accounts a left join ledger_entries e on e.account_id = a.resource_id group by resource_id, balance_minor`;
    expect(rows.length).toBeGreaterThan(5);
    for (const { held, sum } of rows) expect(held).toBe(sum);
  };

  it('say what every account holds, whatever was opened, moved, set and deleted', async () => {
    const accounts = await Promise.all([open('1.00'), open('-2.00'), open('0.00')]);
    const [a, b, c] = accounts as [Account, Account, Account];
    await post(payment(a, b, 77n));
    await tpp.rest('DELETE', `/v1/sandbox/accounts/${a.resourceId}`);
    await post(payment(b, c, 5n));
    await expectHeld();
    await tpp.rest('POST', '/v1/sandbox/initialize');
    await expectHeld();
  });
});
