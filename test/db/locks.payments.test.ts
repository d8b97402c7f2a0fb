import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { kari, nok, ola, pay, tppAt } from '../bank/support/life.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { behind, holding } from '../support/interleave.ts';
import { complete, domesticPath, newPayment, statusOf } from '../support/story.ts';

const tppId = 'PSDNO-FSA-LOCKS';

let bank: Bank;
let tpp: Tpp;
const failures: unknown[] = [];
beforeAll(async () => {
  bank = await startBank({ onError: (error) => failures.push(error) });
  tpp = await tppAt(bank, tppId, '2030-01-07T07:00:00Z');
});
afterAll(() => bank.stop());

describe('a payment', () => {
  it('is not cancelled during its approval: the PSU has to approve that too', async () => {
    const id = await newPayment(tpp);
    const answer = await behind(
      bank,
      (tx) => tx`update payments set status = 'PDNG' where payment_id = ${id}`,
      () => tpp.rest('DELETE', `${domesticPath}/${id}`),
    );
    expect(answer.status, answer.text).toBe(202);
    expect(answer.json._links.startAuthorisation).toBeDefined();
  });

  it('gets no new authorisation during its cancellation', async () => {
    const id = await newPayment(tpp);
    const answer = await behind(
      bank,
      (tx) => tx`update payments set status = 'CANC' where payment_id = ${id}`,
      () => tpp.rest('POST', `${domesticPath}/${id}/authorisations`),
    );
    expect(answer.status, answer.text).toBe(409);
  });

  it('does not come into a basket during its approval', async () => {
    const id = await newPayment(tpp);
    const answer = await behind(
      bank,
      (tx) => tx`update payments set status = 'PDNG' where payment_id = ${id}`,
      () => tpp.rest('POST', '/v1/signing-baskets', { body: { paymentIds: [id] }, headers: psuHeaders }),
    );
    expect(answer.status, answer.text).toBe(409);
  });

  it('is not carried out during its cancellation, and its run does not fail', async () => {
    const id = await pay(tpp, { debtorAccount: ola, creditorAccount: kari });
    const before = bank.time.now;
    bank.time.now += 4 * 3_600_000;
    await behind(
      bank,
      (tx) => tx`update payments set status = 'CANC' where payment_id = ${id}`,
      () => bank.app.runner.tick(),
    );
    bank.time.now = before;
    expect(failures).toEqual([]);
    expect(await statusOf(tpp, id)).toBe('CANC');
    expect(await bank.sql`select 1 from ledger_movements where payment_id = ${id}`).toHaveLength(0);
    expect(await bank.sql`select 1 from bank_queue where payment_id = ${id}`).toHaveLength(0);
  });
});

it('a creation that waits for an equal payment does not hold its X-Request-ID meanwhile', async () => {
  const [remittance, requestId] = [randomUUID(), randomUUID()];
  const id = await newPayment(tpp, { remittanceInformationUnstructured: remittance });
  const answer = await holding(
    bank,
    (tx) => tx`update payments set latest_alike = false where payment_id = ${id}`,
    async ({ tx, waiting, commit }) => {
      const body = { ...domestic.example, remittanceInformationUnstructured: remittance };
      const repeated = { body, headers: { ...psuHeaders, 'x-request-id': requestId } };
      const acting = tpp.rest('POST', `${domesticPath}?allowLogicalDuplicate=true`, repeated);
      await waiting(1, acting);
      // Shorter than the time after which PostgreSQL would end the creation because of a deadlock.
      await tx`set local lock_timeout = '200ms'`;
      await tx`
        insert into request_answers (tpp_id, request_id, fingerprint, created_at)
        select tpp_id, ${requestId}, 'of another request', created_at from payments where payment_id = ${id}`;
      await commit();
      return acting;
    },
  );
  expect([answer.status, answer.json.tppMessages[0].path], answer.text).toEqual([409, 'X-Request-ID']);
});

describe('a signing basket', () => {
  const basketOf = async (ids: readonly string[]): Promise<string> =>
    (await tpp.rest('POST', '/v1/signing-baskets', { body: { paymentIds: ids }, headers: psuHeaders })).json
      .basketId;

  it('is not deleted during its approval', async () => {
    const id = await newPayment(tpp);
    const basketId = await basketOf([id]);
    const answer = await behind(
      bank,
      async (tx) => {
        await tx`update payments set status = 'PDNG' where payment_id = ${id}`;
        await tx`update signing_baskets set state = 'APPROVED' where basket_id = ${basketId}`;
      },
      () => tpp.rest('DELETE', `/v1/signing-baskets/${basketId}`),
    );
    expect(answer.status, answer.text).toBe(409);
    const [row] = await bank.sql`select state from signing_baskets where basket_id = ${basketId}`;
    expect(row?.state).toBe('APPROVED');
  });

  it.each([
    ['no new authorisation', 'POST', '/authorisations'],
    ['no second deletion', 'DELETE', ''],
  ] as const)('gets %s during its deletion, and is then unknown', async (_, method, suffix) => {
    const id = await newPayment(tpp);
    const path = `/v1/signing-baskets/${await basketOf([id])}`;
    const answer = await holding(
      bank,
      (tx) => tx`select 1 from payments where payment_id = ${id} for update`,
      async (held) => {
        const deleting = tpp.rest('DELETE', path);
        await held.waiting(1, deleting);
        const following = tpp.rest(method, `${path}${suffix}`);
        await held.waiting(2, following);
        await held.commit();
        expect((await deleting).status).toBe(204);
        return following;
      },
    );
    expect([answer.status, answer.json.code], answer.text).toEqual([404, 'RESOURCE_UNKNOWN']);
  });
});

describe('without a deadlock', () => {
  const start = async (path: string): Promise<string> =>
    (await tpp.rest('POST', `${path}/authorisations`)).json.authorisationId;
  const startBasket = async (paymentIds: readonly string[]): Promise<string> => {
    const body = { paymentIds };
    const made = await tpp.rest('POST', '/v1/signing-baskets', { body, headers: psuHeaders });
    expect(made.status, made.text).toBe(201);
    return start(`/v1/signing-baskets/${made.json.basketId}`);
  };
  const deadlocks = () => bank.database.failures().deadlock;

  it.each([
    ['at once', 0],
    ['one after the other', 1],
  ])('authorisations of two payments expire %s while their basket is approved', async (_, apartMs) => {
    const [first = '', second = ''] = [await newPayment(tpp), await newPayment(tpp)].sort();
    const firstToExpire = await start(`${domesticPath}/${second}`);
    bank.time.now += 1;
    await start(`${domesticPath}/${first}`);
    await bank.sql`
      update authorisations set expires_at = expires_at + ${`${1 - apartMs} ms`}::interval
      where authorisation_id = ${firstToExpire}`;
    bank.time.now += 14 * 60_000;
    const authorisationId = await startBasket([first, second]);
    bank.time.now += 2 * 60_000;
    const before = deadlocks();
    await holding(
      bank,
      (tx) => tx`select 1 from authorisations where authorisation_id = ${firstToExpire} for update`,
      async ({ waiting, commit }) => {
        const ticking = bank.app.runner.tick();
        await waiting(1, ticking);
        const approving = complete(tpp, authorisationId, 'APPROVE');
        await waiting(2, ticking, approving);
        await commit();
        await Promise.all([ticking, approving]);
      },
    );
    expect(deadlocks()).toBe(before);
    expect([await statusOf(tpp, first), await statusOf(tpp, second)]).toEqual(['PDNG', 'PDNG']);
  });

  it('a basket and an instant payment settle in opposite directions', async () => {
    const signers = { [ola.bban]: '13039319955', [kari.bban]: '12085592767' };
    const rows = await bank.sql`
      select resource_id as id, bban from sandbox_accounts
      where tpp_id = ${tppId} and bban in (${ola.bban}, ${kari.bban}) order by resource_id`;
    const [low, high] = rows.map(({ bban }) => ({ bban, currency: 'NOK' })) as [typeof ola, typeof ola];
    const path = `/v1/payments/${instantDomestic.name}`;
    const instant = async (debtorAccount: typeof ola, creditorAccount: typeof ola) => {
      const fields = { debtorAccount, creditorAccount, instructedAmount: nok('1.00') };
      const body = { ...instantDomestic.example, ...fields };
      return (await tpp.rest('POST', path, { body, headers: psuHeaders })).json.paymentId as string;
    };
    const outside = { bban: '97104133219', currency: 'NOK' };
    const paymentIds = [await instant(high, outside), await instant(high, low)];
    const basket = await startBasket(paymentIds);
    const single = await start(`${path}/${await instant(low, high)}`);
    const before = deadlocks();
    await holding(
      bank,
      (tx) => tx`select 1 from sandbox_accounts where resource_id = ${rows[0]?.id} for no key update`,
      async ({ waiting, commit }) => {
        const one = complete(tpp, single, 'APPROVE', signers[low.bban]);
        await waiting(1, one);
        const other = complete(tpp, basket, 'APPROVE', signers[high.bban]);
        await waiting(2, one, other);
        await commit();
        await Promise.all([one, other]);
      },
    );
    expect(deadlocks()).toBe(before);
    const [moved] = await bank.sql`
      select count(*)::int as payments from ledger_movements where payment_id = any(string_to_array(${paymentIds.join()}, ','))`;
    expect(moved).toEqual({ payments: 2 });
  });
});

describe('a sandbox clock', () => {
  const advance = (tpp: Tpp, by: string) =>
    tpp.graphqlRaw(
      `mutation { advanceSandboxClock(input: { by: "${by}" }) { sandboxClock reached tppMessages { code } } }`,
    );

  it('that is being moved goes on from its target', async () => {
    const start = Date.parse((await tpp.graphqlRaw('{ viewer { clock } }')).data.viewer.clock);
    const answer = await behind(
      bank,
      (tx) => tx`update tpps set clock_target_ms = clock_offset_ms + 3600000 where tpp_id = ${tppId}`,
      () => advance(tpp, 'PT2H'),
    );
    expect(Date.parse(answer.data.advanceSandboxClock.sandboxClock) - start).toBe(3 * 3_600_000);
  });

  it('that moves while the start of an authorisation waits gives it 15 minutes from the end of the move', async () => {
    const id = await newPayment(tpp);
    const started = await behind(
      bank,
      async (tx) => {
        await tx`select 1 from payments where payment_id = ${id} for update`;
        await tx`update tpps set clock_target_ms = clock_offset_ms + 3600000 where tpp_id = ${tppId}`;
      },
      () => tpp.rest('POST', `${domesticPath}/${id}/authorisations`),
    );
    await bank.app.runner.tick();
    expect((await tpp.rest('GET', started.json._links.scaStatus.href)).json.scaStatus).toBe('started');
  });

  it('that another process moves is left to it, without waiting', async () => {
    await bank.sql`update tpps set clock_target_ms = clock_offset_ms + 1000 where tpp_id = ${tppId}`;
    await holding(
      bank,
      (tx) => tx`select 1 from tpps where tpp_id = ${tppId} for no key update`,
      async (held) => {
        const ticking = bank.app.runner.tick();
        await held.waiting(1, ticking);
        const [row] = await held.tx`
          select count(*)::int as waiters from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect(row).toEqual({ waiters: 0 });
        expect(await ticking).toBe(0);
      },
    );
    const [row] = await bank.sql`select clock_target_ms from tpps where tpp_id = ${tppId}`;
    expect(row?.clock_target_ms).not.toBeNull();
    await bank.app.runner.tick();
  });
});
