import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { expectMoneyKept, make } from '../bank/support/life.ts';
import { accountBody, cardAccountBody, cardItem, freshNumber, nok } from '../sandbox/support/bodies.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { behind, holding } from '../support/interleave.ts';
import { complete } from '../support/story.ts';

const tppId = 'PSDNO-FSA-LOCKS';

let bank: Bank;
let tpp: Tpp;
let customerNumber: string;
let customerId: string;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp(tppId);
});
afterAll(() => bank.stop());
beforeEach(async () => {
  await givenBack();
  [customerNumber, customerId] = await newCustomer();
});

async function newCustomer(type = 'private'): Promise<[number: string, id: string]> {
  const customerNumber = freshNumber();
  const body = { customerNumber, name: 'A', type };
  const made = await tpp.rest('POST', '/v1/sandbox/customers', { body });
  expect(made.status, made.text).toBe(201);
  return [customerNumber, made.json.customerId];
}

const openAccount = (amount = '100.00', holder = customerNumber) =>
  tpp.rest('POST', '/v1/sandbox/accounts', { body: accountBody(holder, amount) });

/** The sums that went back to the bank since the last call, grouped by time. */
async function givenBack(): Promise<readonly string[]> {
  const rows = await bank.sql`
    select posting_id, sum(amount_minor)::text as sum
    from ledger_movements
    where kind = 'ADJUSTMENT' and posting_id <> all(string_to_array(${[...seen].join()}, ','))
    group by 1`;
  for (const { posting_id } of rows) seen.add(posting_id);
  return rows.map(({ sum }) => sum);
}
const seen = new Set<string>();

describe('a customer', () => {
  const remove = (tx: Bank['sql']) => tx`delete from sandbox_customers where customer_id = ${customerId}`;

  it('gets no account during its deletion', async () => {
    const answer = await behind(bank, remove, () => openAccount());
    expect(answer.json).toMatchObject({
      code: 'RESOURCE_UNKNOWN',
      tppMessages: [{ path: 'customerNumber' }],
    });
  });

  it('gets no card during its deletion', async () => {
    const answer = await behind(bank, remove, () =>
      tpp.rest('POST', '/v1/sandbox/card-accounts', { body: cardAccountBody(customerNumber) }),
    );
    expect(answer.json).toMatchObject({
      code: 'RESOURCE_UNKNOWN',
      tppMessages: [{ path: 'customerNumber' }],
    });
  });

  it('leaves no money behind when it is deleted while an account is opened', async () => {
    const [opened, gone] = await holding(
      bank,
      // The opening locks the agreement last, after the account and its money exist.
      (tx) => tx`select 1 from sandbox_agreements where owner_id = ${customerId} for update`,
      async (held) => {
        const opening = openAccount('123.45');
        await held.waiting(1, opening);
        const deleting = tpp.rest('DELETE', `/v1/sandbox/customers/${customerId}`);
        await held.waiting(2, opening, deleting);
        await held.commit();
        return Promise.all([opening, deleting]);
      },
    );
    expect([opened.status, gone.status]).toEqual([201, 204]);
    expect(await givenBack()).toEqual(['12345']);
    await expectMoneyKept(bank);
  });
});

describe('an engagement', () => {
  it('on an account that is deleted with its owner is refused, without a deadlock', async () => {
    const [ownerNumber, ownerId] = await newCustomer('corporate');
    const { bban } = (await openAccount('100.00', ownerNumber)).json;
    const body = { name: 'Payments', owner: ownerNumber };
    const agreement = (await tpp.rest('POST', '/v1/sandbox/agreements', { body })).json;
    const answer = await holding(
      bank,
      async (tx) => {
        await tx`select 1 from sandbox_customers where customer_id = ${ownerId} for update`;
        await tx`select 1 from sandbox_accounts where customer_id = ${ownerId} for no key update`;
      },
      async (held) => {
        const engaging = tpp.rest('POST', `/v1/sandbox/agreements/${agreement.id}/engagements`, {
          body: { customer: customerNumber, account: { bban }, roles: ['VIEW'] },
        });
        await held.waiting(1, engaging);
        await held.tx`delete from sandbox_customers where customer_id = ${ownerId}`;
        await held.commit();
        return engaging;
      },
    );
    expect(answer.json).toMatchObject({ code: 'RESOURCE_UNKNOWN', tppMessages: [{ path: 'account' }] });
  });
});

describe('an agreement', () => {
  it('locks the accounts of its engagements in the order of their ids, whatever the order of the request', async () => {
    const [ownerNumber] = await newCustomer('corporate');
    const accounts = [
      (await openAccount('1.00', ownerNumber)).json,
      (await openAccount('1.00', ownerNumber)).json,
    ];
    const [low, high] = accounts.sort((one, other) => (one.resourceId < other.resourceId ? -1 : 1));
    const engagements = [high, low].map(({ bban }) => ({
      customer: customerNumber,
      account: { bban },
      roles: ['VIEW'],
    }));
    const answer = await holding(
      bank,
      (tx) => tx`select 1 from sandbox_accounts where resource_id = ${low.resourceId} for no key update`,
      async (held) => {
        const body = { name: 'Both', owner: ownerNumber, engagements };
        const creating = tpp.rest('POST', '/v1/sandbox/agreements', { body });
        await held.waiting(1, creating);
        await held.tx`
          select 1 from sandbox_accounts where resource_id = ${high.resourceId} for no key update nowait`;
        await held.commit();
        return creating;
      },
    );
    expect(answer.status, answer.text).toBe(201);
  });
});

describe('an account', () => {
  it('that receives money while it is set ends with the sum that was set', async () => {
    const { resourceId } = (await openAccount()).json;
    const path = `/v1/sandbox/accounts/${resourceId}`;
    const answer = await behind(
      bank,
      (tx) =>
        tx`update sandbox_accounts set balance_minor = balance_minor + 5000 where resource_id = ${resourceId}`,
      () => tpp.rest('PUT', `${path}/balances`, { body: { balances: [{ balanceAmount: nok(700) }] } }),
    );
    expect(answer.status, answer.text).toBe(200);
    expect((await tpp.rest('GET', path)).json.balances[0].balanceAmount).toEqual(nok('700.00'));
  });

  it('that receives money while it is closed gives back all of it', async () => {
    const { resourceId } = (await openAccount('200.00')).json;
    const answer = await behind(
      bank,
      (tx) =>
        tx`update sandbox_accounts set balance_minor = balance_minor + 5000 where resource_id = ${resourceId}`,
      () => tpp.rest('DELETE', `/v1/sandbox/accounts/${resourceId}`),
    );
    expect(answer.status).toBe(204);
    expect(await givenBack()).toEqual(['25000']);
  });
});

describe('a card account', () => {
  it('that takes transactions while its customer is being deleted is deleted with them, without a deadlock', async () => {
    const { resourceId } = (
      await tpp.rest('POST', '/v1/sandbox/card-accounts', { body: cardAccountBody(customerNumber) })
    ).json;
    const answer = await holding(
      bank,
      (tx) => tx`select 1 from sandbox_customers where customer_id = ${customerId} for update`,
      async (held) => {
        const storing = tpp.rest('POST', `/v1/sandbox/card-accounts/${resourceId}/transactions`, {
          body: [cardItem('1')],
        });
        await held.waiting(1, storing);
        await held.tx`delete from sandbox_customers where customer_id = ${customerId}`;
        await held.commit();
        return storing;
      },
    );
    expect(answer.status, answer.text).toBe(201);
    expect(await bank.count('sandbox_card_transactions')).toBe(0);
  });

  it('takes no transactions and no balances during its deletion', async () => {
    const body = cardAccountBody(customerNumber);
    const acts = [
      (path: string) => tpp.rest('POST', `${path}/transactions`, { body: [cardItem('1')] }),
      (path: string) =>
        tpp.rest('PUT', `${path}/balances`, { body: { balances: [{ balanceAmount: nok(1) }] } }),
    ];
    for (const act of acts) {
      const { resourceId } = (await tpp.rest('POST', '/v1/sandbox/card-accounts', { body })).json;
      const answer = await behind(
        bank,
        (tx) => tx`delete from sandbox_card_accounts where resource_id = ${resourceId}`,
        () => act(`/v1/sandbox/card-accounts/${resourceId}`),
      );
      expect(answer.json, answer.text).toMatchObject({ code: 'RESOURCE_UNKNOWN' });
    }
  });
});

describe('an approval during a reset', () => {
  /** What a reset leaves behind: the same numbers with new ids. */
  const renewCustomer = async (tx: Bank['sql']) => {
    await tx`update sandbox_customers set customer_number = 'former' where customer_id = ${customerId}`;
    await tx`insert into sandbox_customers (tpp_id, customer_id, customer_number, customer_type, customer_name, created_at)
      values (${tppId}, ${`${customerId}-2`}, ${customerNumber}, 'PRIVATE', 'A', now())`;
    await tx`update sandbox_accounts set customer_id = ${`${customerId}-2`} where customer_id = ${customerId}`;
    await tx`delete from sandbox_customers where customer_id = ${customerId}`;
  };
  const renewAccount = async (tx: Bank['sql']) => {
    await tx`delete from sandbox_engagements where customer_id = ${customerId}`;
    await tx`update sandbox_accounts set resource_id = resource_id || '-2' where customer_id = ${customerId}`;
  };

  it.each([
    [
      'of the signer',
      // The approval reads the signer, then the agreements of the signer, then the account.
      (tx: Bank['sql']) => tx`lock table sandbox_engagements in access exclusive mode`,
      renewCustomer,
    ],
    [
      'of the account',
      (tx: Bank['sql']) => tx`select 1 from sandbox_accounts where customer_id = ${customerId} for update`,
      renewAccount,
    ],
  ])('%s finds the new one', async (_, hold, renew) => {
    const { bban } = (await openAccount()).json;
    const id = await make(tpp, instantDomestic, { debtorAccount: { bban, currency: 'NOK' } });
    const path = `/v1/payments/${instantDomestic.name}/${id}`;
    const headers = { 'psu-context': 'CORPORATE', 'psu-corporate-id': '18129215603' };
    const started = await tpp.rest('POST', `${path}/authorisations`, { headers });
    const answer = await holding(bank, hold, async (held) => {
      const approving = complete(tpp, started.json.authorisationId, 'APPROVE', customerNumber);
      await held.waiting(1, approving);
      await renew(held.tx);
      await held.commit();
      return approving;
    });
    expect(answer.data.completeAuthorisation.tppMessages).toEqual([]);
    expect((await tpp.rest('GET', `${path}/status`)).json.transactionStatus).toBe('ACSC');
  });
});

describe('a sandbox', () => {
  it('that is reset while an account is opened leaves no money behind', async () => {
    // Customers are locked in the order of their ids: the first is locked, and the account is opened for the last.
    const [last] = await bank.sql`
      select customer_number from sandbox_customers where tpp_id = ${tppId} order by customer_id desc limit 1`;
    const answers = await holding(
      bank,
      (tx) => tx`
        select 1 from sandbox_customers where tpp_id = ${tppId} order by customer_id limit 1 for update`,
      async (held) => {
        const setting = tpp.rest('POST', '/v1/sandbox/initialize');
        await held.waiting(1, setting);
        const opening = openAccount('543.21', last?.customer_number);
        await held.waiting(2, setting, opening);
        await held.commit();
        return Promise.all([setting, opening]);
      },
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
    const returned = await bank.sql`
      select 1 from ledger_movements
      where kind = 'ADJUSTMENT' and amount_minor = 54321`;
    expect(returned).toHaveLength(1);
    await expectMoneyKept(bank);
  });

  it('that is reset keeps the money of a customer who came during the reset', async () => {
    const answers = await holding(
      bank,
      (tx) => tx`select 1 from sandbox_customers where tpp_id = ${tppId} limit 1 for update`,
      async (held) => {
        // The reset waits for the customers that it has found, and has not looked for accounts yet.
        const resetting = tpp.rest('POST', '/v1/sandbox/initialize');
        await held.waiting(1, resetting);
        const [latecomer] = await newCustomer();
        const opened = await openAccount('500.00', latecomer);
        await held.commit();
        return [await resetting, opened] as const;
      },
    );
    const [reset, opened] = answers;
    expect([reset.status, opened.status]).toEqual([200, 201]);
    const kept = await tpp.rest('GET', `/v1/sandbox/accounts/${opened.json.resourceId}`);
    expect(kept.json.balances).toEqual(opened.json.balances);
    await expectMoneyKept(bank);
  });

  it('that is reset twice at once gives back the money of both sets', async () => {
    const answers = await holding(
      bank,
      (tx) => tx`select 1 from sandbox_customers where tpp_id = ${tppId} limit 1 for update`,
      async (held) => {
        const first = tpp.rest('POST', '/v1/sandbox/initialize');
        await held.waiting(1, first);
        const second = tpp.rest('POST', '/v1/sandbox/initialize');
        await held.waiting(2, first, second);
        await held.commit();
        return Promise.all([first, second]);
      },
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await givenBack()).toHaveLength(2);
    await expectMoneyKept(bank);
  });
});
