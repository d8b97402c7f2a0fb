import { randomInt, randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from '../../src/http/message.ts';
import { privateCustomer } from '../sca/visitor.ts';
import { type Answer, psuHeaders } from '../support/bank.ts';
import { behind, holding } from '../support/interleave.ts';
import { newPayment, domesticPath as path } from '../support/story.ts';
import { Traveller } from '../support/traveller.ts';
import { answerOf, loseAnswers, referenceOf, shareTwoBanks, statusAt } from './two-banks.ts';

const two = shareTwoBanks();

async function basketOf(count: number, startsEach = false) {
  const paymentIds: string[] = [];
  for (let made = 0; made < count; made += 1) paymentIds.push(await newPayment(two.tpp));
  if (startsEach) for (const id of paymentIds) await two.tpp.rest('POST', `${path}/${id}/authorisations`);
  const { json, status, text } = await two.tpp.rest('POST', '/v1/signing-baskets', {
    body: { paymentIds },
    headers: psuHeaders,
  });
  expect(status, text).toBe(201);
  return { paymentIds, self: `/v1/signing-baskets/${json.basketId}` };
}

async function approveAlone(paymentId = ''): Promise<void> {
  const alone = await two.tpp.rest('POST', `${path}/${paymentId}/authorisations`);
  const back = await new Traveller(two, alone.json._links.scaRedirect.href).travel('approve');
  expect(back.status, back.text).toBe(303);
  expect(await statusAt(two.tpp, `${path}/${paymentId}`)).toBe('PDNG');
}

describe('a basket', () => {
  it('is unknown to the bank until its authorisation starts, and then signed there with all its payments', async () => {
    const { paymentIds, self } = await basketOf(2);
    expect(two.arrived.filter((line) => line.includes('signing-baskets'))).toEqual([]);
    const started = await two.tpp.rest('POST', `${self}/authorisations`);
    expect(started.status, started.text).toBe(201);
    expect(two.arrived.filter((line) => line === 'POST /v1/signing-baskets')).toHaveLength(1);
    const again = await two.tpp.rest('POST', `${self}/authorisations`);
    expect(two.arrived.filter((line) => line === 'POST /v1/signing-baskets')).toHaveLength(1);
    const back = await new Traveller(two, again.json._links.scaRedirect.href).travel('approve');
    expect(back.status, back.text).toBe(303);
    for (const id of paymentIds) expect(await statusAt(two.tpp, `${path}/${id}`)).toBe('PDNG');
    expect((await two.tpp.rest('GET', `${self}/status`)).json.transactionStatus).toBe('ACTC');
  });

  describe('that starts when the address of its PSU is deleted', () => {
    const oldBasket = async () => {
      const { self } = await basketOf(1);
      await two.facade.sql`update remote_resources set psu_ip_address = null where kind = 'BASKET'`;
      return `${self}/authorisations`;
    };

    it('needs the address', async () => {
      const refused = await two.tpp.rest('POST', await oldBasket());
      expect([refused.status, refused.json.code]).toEqual([400, 'HTTP_HEADER_REQUIRED']);
      expect(refused.json.tppMessages[0].path).toBe('PSU-IP-Address');
    });

    it('sends it again after the response was lost, whatever the next start sends', async () => {
      const start = await oldBasket();
      two.intercept = loseAnswers('POST /v1/signing-baskets');
      const headers = { 'psu-ip-address': '192.0.2.7' };
      expect((await two.tpp.rest('POST', start, { headers })).status).toBe(503);
      two.intercept = null;
      const again = await two.tpp.rest('POST', start, { headers: { 'psu-ip-address': '192.0.2.8' } });
      expect(again.status, again.text).toBe(201);
    });
  });

  it('that is deleted after the response to its start was lost is deleted at the bank, and its payments can be approved alone', async () => {
    const { paymentIds, self } = await basketOf(2);
    two.intercept = loseAnswers('POST /v1/signing-baskets');
    expect((await two.tpp.rest('POST', `${self}/authorisations`)).status).toBe(503);
    two.intercept = null;
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    await approveAlone(paymentIds[0]);
  });

  it('that the PSU rejects at the bank is rejected here, with every payment', async () => {
    const { paymentIds, self } = await basketOf(2);
    const started = await two.tpp.rest('POST', `${self}/authorisations`);
    await new Traveller(two, started.json._links.scaRedirect.href).travel('reject');
    for (const id of paymentIds) expect(await statusAt(two.tpp, `${path}/${id}`)).toBe('RJCT');
    expect((await two.tpp.rest('GET', `${self}/status`)).json.transactionStatus).toBe('RJCT');
  });

  it.each([
    ['approve', 'ACTC'],
    ['reject', 'RJCT'],
  ] as const)(
    'has ended once the bank reports what a PSU did who never came back: %s',
    async (act, status) => {
      const { facade } = two;
      const { paymentIds, self } = await basketOf(2);
      const started = await two.tpp.rest('POST', `${self}/authorisations`);
      await new Traveller(two, started.json._links.scaRedirect.href).decideThere(act, privateCustomer);
      await facade.sql`update remote_resources set ask_at = ask_at + interval '1 day' where ask_at is not null`;
      facade.time.now += 61 * 60_000;
      await facade.app.runner.tick();
      const authorisation = await two.tpp.rest(
        'GET',
        `${self}/authorisations/${started.json.authorisationId}`,
      );
      expect(authorisation.json.scaStatus).toBe('failed');
      for (const id of paymentIds) await statusAt(two.tpp, `${path}/${id}`);
      const basket = await two.tpp.rest('GET', self);
      expect([basket.json.transactionStatus, basket.json._links]).toEqual([
        status,
        { self: { href: self, verbs: ['GET'] }, status: { href: `${self}/status`, verbs: ['GET'] } },
      ]);
    },
  );

  it('whose payments have authorisations of their own is approved without a deadlock', async () => {
    const { facade } = two;
    const { paymentIds, self } = await basketOf(2, true);
    facade.time.now += 1;
    const started = await two.tpp.rest('POST', `${self}/authorisations`);
    const { deadlock } = facade.database.failures();
    const back = await holding(
      facade,
      (tx) =>
        tx`select 1 from authorisations where payment_id = any(string_to_array(${paymentIds.join()}, ',')) for update`,
      async ({ waiting, commit }) => {
        const travelling = new Traveller(two, started.json._links.scaRedirect.href).travel('approve');
        await waiting(2, travelling);
        await commit();
        return travelling;
      },
    );
    expect(back.status, back.text).toBe(303);
    for (const id of paymentIds) expect(await statusAt(two.tpp, `${path}/${id}`)).toBe('PDNG');
    expect(facade.database.failures().deadlock).toBe(deadlock);
  });

  it('that the bank refuses is refused here, when its authorisation starts', async () => {
    const { paymentIds, self } = await basketOf(2);
    const reference = await referenceOf(two, paymentIds[0] ?? '');
    // Cancelled at the bank without a notification to the facade.
    await two.bank.sql`update payments set status = 'CANC' where payment_id = ${reference}`;
    const started = await two.tpp.rest('POST', `${self}/authorisations`);
    expect([started.status, started.json.code]).toEqual([409, 'CONFLICT']);
  });

  it('with a payment from before BANK was upstream is never created without it, and can be deleted', async () => {
    const { paymentIds, self } = await basketOf(2);
    await two.facade.sql`delete from remote_resources where kind = 'PAYMENT' and id = ${paymentIds[0] ?? ''}`;
    const calls = two.arrived.length;
    const text = `the bank does not know these payments of the basket: ${paymentIds[0]}`;
    const started = await two.tpp.rest('POST', `${self}/authorisations`);
    expect([started.status, started.json.tppMessages]).toMatchObject([409, [{ code: 'CONFLICT', text }]]);
    const inGraphql = await two.tpp.graphqlRaw(
      'mutation ($input: StartAuthorisationInput!) { startAuthorisation(input: $input) { tppMessages { code text } } }',
      { input: { basketId: self.split('/').at(-1) } },
    );
    expect(inGraphql.data?.startAuthorisation.tppMessages, inGraphql.text).toEqual([
      { code: 'CONFLICT', text },
    ]);
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    expect(two.arrived.length).toBe(calls);
    await approveAlone(paymentIds[1]);
  });
});

const fault = (code: string, more: object = {}) => ({
  tppMessages: [{ category: 'ERROR', code, text: 'no', ...more }],
});

const refusals = [
  ['because it offers no baskets', 403, fault('SERVICE_BLOCKED'), 403],
  ['because of the product', 403, fault('PRODUCT_INVALID'), 403],
  ['because of their number', 400, fault('FORMAT_ERROR', { path: 'paymentIds' }), 400],
  ['because it has no such path', 404, fault('NOT_FOUND'), 403],
  ['because it has no such path, by a gateway', 404, '<html>', 403],
  ['because it has no such method', 405, {}, 403],
  ['because it has not implemented them', 501, {}, 403],
  ['because of the signature of this service', 401, fault('SIGNATURE_INVALID'), 500],
  [
    'until the PSU has logged in',
    401,
    { ...fault('PSU_CREDENTIALS_INVALID'), _links: { scaRedirect: { href: 'https://bank.example/' } } },
    401,
  ],
  ['because there are too many calls', 429, {}, 503],
] as const;

describe('a basket that the bank refuses', () => {
  const creation = 'POST /v1/signing-baskets';
  const refuseBaskets = (status: number, body: object | string) => {
    two.intercept = async (line) => (line === creation ? answerOf(status, body) : undefined);
  };
  /** null: the response is lost after the bank has acted. */
  const answerDeletion = (answer: HttpAnswer | null) => {
    two.intercept = async (line) => {
      if (!line.startsWith('DELETE /v1/signing-baskets/')) return undefined;
      if (answer === null) throw new Error('cut after the bank has acted');
      return answer;
    };
  };
  const requests = () => two.arrived.filter((line) => line === creation).length;
  const approvedAlone = async (paymentId = '') =>
    (await two.tpp.rest('POST', `${path}/${paymentId}/authorisations`)).status;

  it.each(refusals)(
    '%s, can be deleted without a call, and its payments can be approved alone',
    async (_, status, body, shown) => {
      refuseBaskets(status, body);
      const { paymentIds, self } = await basketOf(2);
      const started = await two.tpp.rest('POST', `${self}/authorisations`, { headers: psuHeaders });
      expect(started.status, started.text).toBe(shown);
      const calls = requests();
      const gone = await two.tpp.rest('DELETE', self);
      expect(gone.status, gone.text).toBe(204);
      expect(requests()).toBe(calls);
      expect(await approvedAlone(paymentIds[0])).toBe(201);
    },
  );

  it('can be deleted through GraphQL as well', async () => {
    refuseBaskets(403, fault('SERVICE_BLOCKED'));
    const { paymentIds, self } = await basketOf(2);
    const basketId = self.split('/').at(-1);
    const started = await two.tpp.graphqlRaw(
      'mutation ($input: StartAuthorisationInput!) { startAuthorisation(input: $input) { tppMessages { code } } }',
      { input: { basketId } },
    );
    expect(started.data?.startAuthorisation.tppMessages, started.text).toEqual([{ code: 'FORBIDDEN' }]);
    const gone = await two.tpp.graphqlRaw(
      'mutation ($input: DeleteSigningBasketInput!) { deleteSigningBasket(input: $input) { tppMessages { code } } }',
      { input: { basketId } },
    );
    expect(gone.data?.deleteSigningBasket, gone.text).toEqual({ tppMessages: [] });
    expect(await approvedAlone(paymentIds[0])).toBe(201);
  });

  it.each(refusals.slice(0, 7))(
    '%s, can be deleted although this service died before it stored that',
    async (_, status, body) => {
      const { paymentIds, self } = await basketOf(2);
      await two.facade.sql`
      update remote_resources set asked_at = now() where kind = 'BASKET' and id = ${self.split('/').at(-1) ?? ''}`;
      refuseBaskets(status, body);
      const gone = await two.tpp.rest('DELETE', self);
      expect(gone.status, gone.text).toBe(204);
      expect(await approvedAlone(paymentIds[0])).toBe(201);
    },
  );

  it.each([405, 501])(
    'to be deleted, because it cannot delete baskets (%i), stays: its PSU may still approve it there',
    async (status) => {
      const { self } = await basketOf(1);
      const start = () => two.tpp.rest('POST', `${self}/authorisations`);
      expect((await start()).status).toBe(201);
      answerDeletion(answerOf(status));
      const refused = await two.tpp.rest('DELETE', self);
      expect([refused.status, refused.json.code], refused.text).toEqual([403, 'FORBIDDEN']);
      expect((await start()).status).toBe(201);
    },
  );

  it('to be deleted, shows no id that the bank gave to its payments', async () => {
    const { paymentIds, self } = await basketOf(2);
    const references = ['PAY', 'RET'].map((prefix) => `${prefix}-${randomInt(1_000)}`);
    const basketReference = randomUUID();
    for (const [index, id] of paymentIds.entries())
      await two.facade.sql`
        update remote_resources set reference = ${references[index] ?? ''} where kind = 'PAYMENT' and id = ${id}`;
    await two.facade.sql`
      update remote_resources set reference = ${basketReference}
      where kind = 'BASKET' and id = ${self.split('/').at(-1) ?? ''}`;
    const tppMessages = references.map((path) => ({
      category: 'ERROR',
      code: 'FORBIDDEN',
      path,
      text: `${path} is locked`,
    }));
    two.intercept = async (line) =>
      line === `DELETE /v1/signing-baskets/${basketReference}` ? answerOf(403, { tppMessages }) : undefined;
    const { text, json } = await two.tpp.rest('DELETE', self);
    expect([json.status, json.code], text).toEqual([403, 'FORBIDDEN']);
    for (const reference of references) expect(text).not.toContain(reference);
  });

  it('after a response was lost is deleted at the bank too', async () => {
    const { paymentIds, self } = await basketOf(2);
    const start = () => two.tpp.rest('POST', `${self}/authorisations`);
    two.intercept = loseAnswers(creation);
    expect((await start()).status).toBe(503);
    refuseBaskets(429, {});
    expect((await start()).status).toBe(503);
    two.intercept = null;
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    await approveAlone(paymentIds[0]);
  });

  it.each([
    ['that the bank has created for a start', true],
    ['that the bank has created for this deletion', false],
  ])('%s, cannot be started after the response to its deletion was lost', async (_, isStarted) => {
    const { paymentIds, self } = await basketOf(1);
    const start = () => two.tpp.rest('POST', `${self}/authorisations`);
    if (isStarted) expect((await start()).status).toBe(201);
    else
      await two.facade.sql`
        update remote_resources set asked_at = now() where kind = 'BASKET' and id = ${self.split('/').at(-1) ?? ''}`;
    answerDeletion(null);
    expect((await two.tpp.rest('DELETE', self)).status).toBe(503);
    const refused = await start();
    expect([refused.status, refused.json.code], refused.text).toEqual([409, 'CONFLICT']);
    expect(refused.json.tppMessages[0].text).toContain('repeat the deletion');
    two.intercept = null;
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    await approveAlone(paymentIds[0]);
  });

  it.each([
    ['that the bank has', true],
    ['that the bank gets with this start', false],
  ])('%s, is not started while its deletion begins', async (_, isAtBank) => {
    const { paymentIds, self } = await basketOf(1);
    const start = () => two.tpp.rest('POST', `${self}/authorisations`);
    if (isAtBank) expect((await start()).status).toBe(201);
    answerDeletion(null);
    const started = await holding(
      two.facade,
      (tx) => tx`select 1 from payments where payment_id = ${paymentIds[0] ?? ''} for update`,
      async ({ waiting, commit }) => {
        const waitingStart = start();
        await waiting(1, waitingStart);
        expect((await two.tpp.rest('DELETE', self)).status).toBe(503);
        await commit();
        return waitingStart;
      },
    );
    expect([started.status, started.json.code], started.text).toEqual([409, 'CONFLICT']);
    two.intercept = null;
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    await approveAlone(paymentIds[0]);
  });

  it.each([
    [409, 201],
    [429, 409],
  ])(
    'whose repeated deletion has the status %i at the bank, then starts with %i',
    async (status, started) => {
      const { self } = await basketOf(1);
      const start = () => two.tpp.rest('POST', `${self}/authorisations`);
      expect((await start()).status).toBe(201);
      answerDeletion(answerOf(500));
      expect((await two.tpp.rest('DELETE', self)).status).toBe(503);
      answerDeletion(answerOf(status));
      expect((await two.tpp.rest('DELETE', self)).status).toBe(status === 429 ? 503 : 409);
      expect((await start()).status).toBe(started);
    },
  );

  it('while its first start begins, leaves no basket at the bank', async () => {
    const { paymentIds, self } = await basketOf(1);
    const [paymentId = ''] = paymentIds;
    const [deleted, started] = await holding(
      two.facade,
      (tx) => tx`select 1 from payments where payment_id = ${paymentId} for update`,
      async ({ waiting, commit }) => {
        const deletion = two.tpp.rest('DELETE', self);
        await waiting(1, deletion);
        const start = two.tpp.rest('POST', `${self}/authorisations`);
        await waiting(2, start);
        await commit();
        return Promise.all([deletion, start]);
      },
    );
    expect([deleted.status, deleted.headers.get('retry-after'), started.status]).toEqual([409, '1', 201]);
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    await approveAlone(paymentId);
  });

  it.each([
    ['is deleted', 'DELETED', 404],
    ['ends', 'REJECTED', 409],
  ])('that %s just before its first start, is not created at the bank', async (_, state, status) => {
    const { self } = await basketOf(1);
    const basketId = self.split('/').at(-1) ?? '';
    const before = requests();
    const end = (tx: postgres.ReservedSql) =>
      tx`with record as (update remote_resources set asked_at = now() where id = ${basketId})
         update signing_baskets set state = ${state} where basket_id = ${basketId}`;
    const started = await behind(two.facade, end, () => two.tpp.rest('POST', `${self}/authorisations`));
    expect([started.status, requests()]).toEqual([status, before]);
  });

  it('while it is deleted after a lost response, is kept if another start has created it meanwhile', async () => {
    const { paymentIds, self } = await basketOf(1);
    const basketId = self.split('/').at(-1) ?? '';
    await two.facade.sql`
      update remote_resources set asked_at = now() where kind = 'BASKET' and id = ${basketId}`;
    let started: Answer | null = null;
    two.intercept = async (line) => {
      if (line !== creation) return undefined;
      two.intercept = null;
      started = await two.tpp.rest('POST', `${self}/authorisations`);
      return answerOf(403, {});
    };
    const deleted = await two.tpp.rest('DELETE', self);
    expect([started, deleted]).toMatchObject([{ status: 201 }, { status: 409, json: { code: 'CONFLICT' } }]);
    expect(deleted.headers.get('retry-after')).toBe('1');
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    await approveAlone(paymentIds[0]);
  });

  it('for a start, but has created it for a deletion whose response was lost, is deleted at the bank too', async () => {
    const { paymentIds, self } = await basketOf(1);
    let refuse: () => void = () => undefined;
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const calls = requests();
    two.intercept = async (line) => {
      if (line !== creation) return undefined;
      if (requests() > calls + 1) throw new Error('cut after the bank has acted');
      await refused;
      return answerOf(429, {});
    };
    const start = two.tpp.rest('POST', `${self}/authorisations`);
    await expect.poll(requests).toBeGreaterThan(calls);
    expect((await two.tpp.rest('DELETE', self)).status).toBe(503);
    refuse();
    expect((await start).status).toBe(503);
    two.intercept = null;
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    await approveAlone(paymentIds[0]);
  });

  it('while the bank creates it for another start is deleted at the bank too', async () => {
    const { paymentIds, self } = await basketOf(2);
    const start = () => two.tpp.rest('POST', `${self}/authorisations`);
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    two.intercept = async (line) => {
      if (line !== creation) return undefined;
      await held;
      throw new Error('cut after the bank has acted');
    };
    const [lost, calls] = [start(), requests()];
    await expect.poll(requests).toBeGreaterThan(calls);
    refuseBaskets(429, {});
    expect((await start()).status).toBe(503);
    free();
    expect((await lost).status).toBe(503);
    two.intercept = null;
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    await approveAlone(paymentIds[0]);
  });
});
