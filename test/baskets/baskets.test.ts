import { describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { periodicDomestic } from '../../src/domain/payments/products/periodic.ts';
import { type Answer, psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import {
  authorise,
  basketsPath,
  complete,
  domesticPath,
  newBasket,
  newPayment,
  startAuthorisation,
  statusOf,
} from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

const create = (paymentIds: unknown, by = tpp): Promise<Answer> =>
  by.rest('POST', basketsPath, { body: { paymentIds }, headers: psuHeaders });
const payments = (count: number) => Promise.all(Array.from({ length: count }, () => newPayment(tpp)));
const codes = (answer: Answer) => answer.json.tppMessages.map((message: { code: string }) => message.code);

describe('201: a basket', () => {
  it('holds one payment and ten', async () => {
    for (const count of [1, 10]) {
      const ids = await payments(count);
      const made = await create(ids);
      expect(made.status, made.text).toBe(201);
      expect(made.json).toMatchObject({ transactionStatus: 'RCVD' });
      expect(Object.keys(made.json._links).sort()).toEqual(['self', 'startAuthorisation', 'status']);
      const read = await tpp.rest('GET', `${basketsPath}/${made.json.basketId}`);
      expect(read.json).toMatchObject({ paymentIds: ids, transactionStatus: 'RCVD' });
      const status = await tpp.rest('GET', `${basketsPath}/${made.json.basketId}/status`);
      expect(status.json).toEqual({ transactionStatus: 'RCVD' });
    }
  });

  it('is signed by one approval, which moves every payment inside', async () => {
    const ids = await payments(3);
    const basketId = await newBasket(tpp, ids);
    await authorise(tpp, `${basketsPath}/${basketId}/authorisations`);
    expect(await Promise.all(ids.map((id) => statusOf(tpp, id)))).toEqual(['PDNG', 'PDNG', 'PDNG']);
    const read = await tpp.rest('GET', `${basketsPath}/${basketId}`);
    expect(read.json.transactionStatus).toBe('ACTC');
    expect(read.json._links.startAuthorisation).toBeUndefined();
  });

  it('can be signed only by the person whom X-PSU-IDENTITY named for a payment inside', async () => {
    const named = await newPayment(tpp, {}, { 'x-psu-identity': '12085592767' });
    const basketId = await newBasket(tpp, [await newPayment(tpp), named]);
    const path = `${basketsPath}/${basketId}/authorisations`;
    const authorisationId = await startAuthorisation(tpp, path);
    const owner = await complete(tpp, authorisationId, 'APPROVE', '13039319955');
    expect(owner.data.completeAuthorisation.tppMessages).toMatchObject([
      { code: 'SCA_INVALID', path: 'customerNumber' },
    ]);
    expect(await statusOf(tpp, named)).toBe('RCVD');
  });

  it('lists its own authorisations only', async () => {
    const [one, other, single] = await payments(3);
    const [basket, neighbour] = await Promise.all([create([one]), create([other])]);
    const start = (path: string) => startAuthorisation(tpp, `${path}/authorisations`);
    const path = `${basketsPath}/${basket.json.basketId}`;
    const own = await start(path);
    const foreign = [
      await start(`${basketsPath}/${neighbour.json.basketId}`),
      await start(`${domesticPath}/${single}`),
    ];
    const of = (id: string) => tpp.rest('GET', `${path}/authorisations/${id}`);
    expect((await tpp.rest('GET', `${path}/authorisations`)).json).toEqual({ authorisationIds: [own] });
    expect((await of(own)).json).toEqual({ scaStatus: 'started' });
    for (const id of foreign) expect(codes(await of(id))).toEqual(['SCA_NOT_FOUND']);
  });

  it('rejected by the PSU rejects every payment inside', async () => {
    const ids = await payments(2);
    const basketId = await newBasket(tpp, ids);
    await authorise(tpp, `${basketsPath}/${basketId}/authorisations`, 'REJECT');
    expect(await Promise.all(ids.map((id) => statusOf(tpp, id)))).toEqual(['RJCT', 'RJCT']);
    expect((await tpp.rest('GET', `${basketsPath}/${basketId}/status`)).json.transactionStatus).toBe('RJCT');
  });

  it('deleted before its approval frees its payments and is gone', async () => {
    const ids = await payments(2);
    const basketId = await newBasket(tpp, ids);
    expect((await tpp.rest('DELETE', `${basketsPath}/${basketId}`)).status).toBe(204);
    expect((await tpp.rest('GET', `${basketsPath}/${basketId}`)).json.code).toBe('RESOURCE_UNKNOWN');
    expect((await create(ids)).status).toBe(201);
  });
});

describe('400: a basket is refused', () => {
  it('when it is empty, has eleven payments, or one twice', async () => {
    const ids = await payments(11);
    for (const wrong of [[], ids, [ids[0], ids[0]], 'x', [1], undefined]) {
      const answer = await create(wrong);
      expect(answer.status, answer.text).toBe(400);
      expect(codes(answer)).toContain('FORMAT_ERROR');
    }
    expect(await create(ids.slice(0, 10)).then((answer) => answer.status)).toBe(201);
  });

  it('with bulk and periodic payments, naming the ids', async () => {
    const bulk = await tpp.rest('POST', '/v1/bulk-payments/norwegian-domestic-credit-transfers', {
      body: bulkDomestic.example,
      headers: psuHeaders,
    });
    const periodic = await tpp.rest('POST', '/v1/periodic-payments/norwegian-domestic-credit-transfers', {
      body: periodicDomestic.example,
      headers: psuHeaders,
    });
    const answer = await create([bulk.json.paymentId, await newPayment(tpp), periodic.json.paymentId]);
    expect(answer.status).toBe(400);
    expect(answer.json.code).toBe('REFERENCE_MIX_INVALID');
    expect(answer.text).toContain(bulk.json.paymentId);
    expect(answer.text).toContain(periodic.json.paymentId);
  });

  it('with different debtors or PSUs, and the message names the difference and the payments', async () => {
    const own = await newPayment(tpp);
    const debtor = await newPayment(tpp, { debtorAccount: { bban: '86011117947', currency: 'NOK' } });
    const psu = await newPayment(tpp, {}, { 'psu-id': '11111111-1111-4111-8111-111111111111' });
    const texts = async (ids: readonly string[]) => {
      const answer = await create(ids);
      expect([answer.status, answer.json.code]).toEqual([400, 'REFERENCE_MIX_INVALID']);
      return answer.json.tppMessages.map(({ text }: { text: string }) => text);
    };
    const differs = (what: string, ids: string) =>
      `all payments in a basket must have the same ${what}; these differ from ${own}: ${ids}`;
    const ofDebtor = differs('debtor account (debtorAccount)', debtor);
    const ofPsu = differs('PSU (PSU-ID, or X-PSU-IDENTITY)', psu);
    expect(await texts([own, debtor])).toEqual([ofDebtor]);
    expect(await texts([own, psu])).toEqual([ofPsu]);
    expect(await texts([own, debtor, psu])).toEqual([ofDebtor, ofPsu]);
  });

  it('with payments for which X-PSU-IDENTITY named different persons', async () => {
    const [ola, kari] = await Promise.all(
      ['13039319955', '12085592767'].map((number) => newPayment(tpp, {}, { 'x-psu-identity': number })),
    );
    expect(codes(await create([ola, kari]))).toEqual(['REFERENCE_MIX_INVALID']);
    expect((await create([await newPayment(tpp), ola])).status).toBe(201);
  });
});

describe('404 and 409', () => {
  it('answers 404 for a payment that does not exist or is of another TPP', async () => {
    const foreign = await newPayment(bank.tpp('PSDNO-FSA-OTHER'));
    for (const id of ['nothing', foreign]) {
      const answer = await create([await newPayment(tpp), id]);
      expect(answer.status).toBe(404);
      expect(answer.json.tppMessages).toMatchObject([{ code: 'RESOURCE_UNKNOWN', path: 'paymentIds[1]' }]);
    }
  });

  it('answers 409 for a payment that is approved, or in a live basket', async () => {
    const approved = await newPayment(tpp);
    await authorise(tpp, `${domesticPath}/${approved}/authorisations`);
    expect((await create([approved])).status).toBe(409);
    const [free, ...others] = await payments(10);
    const baskets = await Promise.all(others.map((id) => create([id])));
    const answer = await create([free, ...others]);
    expect(answer.status).toBe(409);
    expect(answer.json.tppMessages).toEqual(
      baskets.map(({ json }, index) => ({
        category: 'ERROR',
        code: 'CONFLICT',
        path: `paymentIds[${index + 1}]`,
        text: `this payment is in the open signing basket ${json.basketId}`,
      })),
    );
  });

  it.each(['APPROVE', 'REJECT', 'EXPIRE'] as const)(
    'keeps a payment from an authorisation begun before it came into the basket: %s',
    async (outcome) => {
      const [id = ''] = await payments(1);
      const authorisationId = await startAuthorisation(tpp, `${domesticPath}/${id}/authorisations`);
      await newBasket(tpp, [id]);
      const { data } = await complete(tpp, authorisationId, outcome);
      expect(data.completeAuthorisation).toEqual({
        authorisation: { scaStatus: 'failed' },
        tppMessages: [
          {
            code: 'SCA_INVALID',
            path: 'authorisationId',
            text: 'the payment or basket has changed or ended in the meantime',
          },
        ],
      });
      expect(await statusOf(tpp, id)).toBe('RCVD');
    },
  );

  it('puts a payment into one basket only, for fifty concurrent attempts at two replicas', async () => {
    const [id] = await payments(1);
    const replica = bank.replica();
    const others = replica.tpp();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create([id], index % 2 === 0 ? tpp : others)),
    );
    await replica.stop();
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });
});

describe('GraphQL', () => {
  it('creates, shows and deletes a basket, with the payments inside and each with its basket', async () => {
    const ids = await payments(2);
    const make = (selection: string) =>
      mutate(tpp, 'createSigningBasket', { paymentIds: ids }, selection, psuHeaders);
    const { signingBasket, links } = await make(
      'signingBasket { basketId transactionStatus payments { paymentId basket { basketId } } } links { startAuthorisation { href } }',
    );
    expect(signingBasket.transactionStatus).toBe('RCVD');
    expect(signingBasket.payments.map((one: { paymentId: string }) => one.paymentId)).toEqual(ids);
    expect(signingBasket.payments[0].basket.basketId).toBe(signingBasket.basketId);
    expect(links.startAuthorisation.href).toBe(`${basketsPath}/${signingBasket.basketId}/authorisations`);
    expect(await make('signingBasket { basketId } tppMessages { code path }')).toEqual({
      signingBasket: null,
      tppMessages: ids.map((_, index) => ({ code: 'CONFLICT', path: `paymentIds[${index}]` })),
    });
    const { basketId } = signingBasket;
    const gone = 'signingBasket { basketId } tppMessages { code }';
    expect(await mutate(tpp, 'deleteSigningBasket', { basketId }, gone)).toEqual({
      signingBasket: { basketId },
      tppMessages: [],
    });
  });
});

describe('the payments of a basket', () => {
  it('keep their order from the request in every read', async () => {
    const [first = '', second = '', third = ''] = await payments(3);
    const ids = [third, first, second];
    const basketId = await newBasket(tpp, ids);
    await bank.sql`update signing_basket_payments set live = live where payment_id = ${third}`;
    const read = await tpp.rest('GET', `${basketsPath}/${basketId}`);
    expect(read.json.paymentIds).toEqual(ids);
    const { data } = await tpp.graphqlRaw(
      '{ signingBaskets(first: 100) { edges { node { basketId payments { paymentId } } } } }',
    );
    const nodes = data.signingBaskets.edges.map(({ node }: { node: object }) => node);
    expect(nodes).toContainEqual({ basketId, payments: ids.map((paymentId) => ({ paymentId })) });
  });
});
