/**
 * Everything of a sandbox is deleted or reset, even agreements in use, while payments are created, approved, settled
 * and signed in baskets over two replicas: no request fails, no money is created or lost, and every payment ends by its
 * status.
 */
import { afterAll, expect, it } from 'vitest';
import { expectMoneyKept } from '../bank/support/life.ts';
import { psuHeaders, type Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { rounds } from '../support/nightly.ts';
import { productOf } from '../support/payments.ts';
import { basketsPath, complete, domesticPath } from '../support/story.ts';
import { accountBody, customerBody } from './support/bodies.ts';

const bank = await bankOfFile();
const replica = bank.replica();
afterAll(() => replica.stop());
const tpps = [bank.tpp(), replica.tpp()];

const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
type Asked = Awaited<ReturnType<Tpp['rest']>>;

it('the sandbox stays consistent through concurrent changes', async () => {
  const wrong: string[] = [];
  const seen = new Map<string, number>();
  const note = (what: string, { status, text }: Asked) => {
    const key = `${what} ${status}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    // 503 would mean that the database is down, which it is not.
    if (status >= 500) wrong.push(`${key}: ${text}`);
  };
  let turn = 0;
  const next = () => {
    turn += 1;
    return turn;
  };
  const some = <Item>(items: readonly Item[]): Item | undefined => items[next() % Math.max(1, items.length)];
  const list = async (tpp: Tpp, path: string) => {
    const answer = await tpp.rest('GET', path);
    note(`GET ${path}`, answer);
    return (answer.status === 200 ? answer.json : []) as readonly Record<string, string>[];
  };
  const pay = async (tpp: Tpp, path: string, example: object) => {
    const account = some((await list(tpp, '/v1/sandbox/accounts')).filter(({ bban }) => bban));
    const debtorAccount = { bban: account?.bban ?? '97104133219', currency: 'NOK' };
    const remittanceInformationUnstructured = `turmoil ${next()}`;
    const body = { ...example, debtorAccount, remittanceInformationUnstructured };
    const made = await tpp.rest('POST', path, { body, headers: psuHeaders });
    note('create', made);
    return made.json?.paymentId as string | undefined;
  };
  const sign = async (tpp: Tpp, resource: string, customerNumber?: string) => {
    const started = await tpp.rest('POST', `${resource}/authorisations`);
    note('start', started);
    if (started.status !== 201) return;
    const completed = await complete(tpp, started.json.authorisationId, 'APPROVE', customerNumber);
    note(customerNumber ? 'complete for a firm' : 'complete', completed as never);
  };
  /** The only firm of the default set with these agreements, and its signer. */
  const [firm, signer] = ['18129215603', '13039319955'];
  const acts: readonly ((tpp: Tpp) => Promise<unknown>)[] = [
    async (tpp) => {
      const id = await pay(tpp, instantPath, productOf('INDCTS').example);
      if (id) await sign(tpp, `${instantPath}/${id}`);
    },
    async (tpp) => {
      // One payment: two would often have different debtors, which a basket refuses.
      const ids = [await pay(tpp, domesticPath, productOf('NDCT').example)];
      const made = await tpp.rest('POST', basketsPath, {
        body: { paymentIds: ids },
        headers: psuHeaders,
      });
      note('basket', made);
      if (made.status === 201) await sign(tpp, `${basketsPath}/${made.json.basketId}`);
    },
    async (tpp) => {
      const answer = await tpp.graphqlRaw('mutation { runPaymentBatch { tppMessages { code text } } }');
      note('batch', answer as never);
    },
    async (tpp) => {
      const found = some(await list(tpp, '/v1/sandbox/accounts'));
      if (found) note('close', await tpp.rest('DELETE', `/v1/sandbox/accounts/${found.resourceId}`));
    },
    async (tpp) => {
      const found = some(await list(tpp, '/v1/sandbox/customers'));
      if (found) note('delete', await tpp.rest('DELETE', `/v1/sandbox/customers/${found.customerId}`));
    },
    async (tpp) => {
      const body = customerBody();
      note('customer', await tpp.rest('POST', '/v1/sandbox/customers', { body }));
      note(
        'open',
        await tpp.rest('POST', '/v1/sandbox/accounts', { body: accountBody(body.customerNumber, '500.00') }),
      );
    },
    async (tpp) => {
      const account = some(
        (await list(tpp, '/v1/sandbox/accounts')).filter(({ customerNumber }) => customerNumber === firm),
      );
      // Others may have deleted the accounts of the firm, so the default set comes back.
      if (account === undefined) return note('initialise', await tpp.rest('POST', '/v1/sandbox/initialize'));
      const engagement = { customer: signer, account: { bban: account.bban }, roles: ['VIEW', 'REGISTER'] };
      const body = { owner: firm, name: 'Turmoil', engagements: [engagement] };
      note('agree', await tpp.rest('POST', '/v1/sandbox/agreements', { body }));
    },
    async (tpp) => {
      const agreement = some(await list(tpp, '/v1/sandbox/agreements')) as unknown as {
        id: string;
        engagements: readonly string[];
      };
      const engagement = agreement && some(agreement.engagements);
      if (engagement)
        note(
          'end',
          await tpp.rest('DELETE', `/v1/sandbox/agreements/${agreement.id}/engagements/${engagement}`),
        );
    },
    async (tpp) => {
      const account = some(
        (await list(tpp, '/v1/sandbox/accounts')).filter(({ customerNumber }) => customerNumber === firm),
      );
      const body = {
        ...productOf('INDCTS').example,
        debtorAccount: { bban: account?.bban ?? '97104133219', currency: 'NOK' },
        remittanceInformationUnstructured: `firm ${next()}`,
      };
      const corporate = { 'psu-context': 'CORPORATE', 'psu-corporate-id': firm };
      const made = await tpp.rest('POST', instantPath, { body, headers: { ...psuHeaders, ...corporate } });
      note('create', made);
      if (made.status === 201) await sign(tpp, `${instantPath}/${made.json.paymentId}`, signer);
    },
    async (tpp) => {
      if (next() % 4 === 0) note('initialise', await tpp.rest('POST', '/v1/sandbox/initialize'));
    },
  ];
  const work = () =>
    Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let round = 0; round < rounds(20, 60); round += 1) {
          const act = acts[(worker * 3 + round) % acts.length];
          await act?.(tpps[(worker + round) % 2] as Tpp);
        }
      }),
    );
  const unseen = () =>
    [
      'create 201',
      'complete 200',
      'close 204',
      'delete 204',
      'initialise 200',
      'basket 201',
      'agree 201',
      'end 204',
      'complete for a firm 200',
    ].filter((outcome) => !seen.has(outcome));
  await work();
  // The firm may be deleted for so long that no agreement is made in one go.
  for (let more = 0; unseen().length > 0 && more < 4; more += 1) await work();
  expect(wrong, JSON.stringify([...seen])).toEqual([]);
  expect(unseen(), JSON.stringify([...seen])).toEqual([]);
  await expectMoneyKept(bank);
  // A settled payment has moved money exactly once, any other has moved none.
  const [{ doubled } = { doubled: null }] = await bank.sql`
    select count(*)::int as doubled from payments p
    where (p.status = 'ACSC') <> exists (select from ledger_movements m where m.tpp_id = p.tpp_id and m.payment_id = p.payment_id)`;
  expect(doubled).toBe(0);
}, 300_000);
