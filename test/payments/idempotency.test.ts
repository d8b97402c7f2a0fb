import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import type { Answer, Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutationOf } from '../support/graphql.ts';
import { faultsOf, freshPsu, pathOf, productOf } from '../support/payments.ts';
import { loggedInPsu, newPayment } from '../support/story.ts';

const product = productOf('INDCTS');
const path = pathOf(product);
const mutation = mutationOf(
  'createInstantPayment',
  'payment { paymentId createdAt } tppMessages { category code path } links { scaRedirect { href } }',
);

const bank = await bankOfFile();
const replica = bank.replica();
afterAll(() => replica.stop());
const tpp = bank.tpp();
const there = replica.tpp();

const body = (text: string) => ({ ...product.example, remittanceInformationUnstructured: text });
const replayed = ({ headers }: Answer) => headers.get('idempotent-replay');
const conflict = ({ status, json }: Answer) => [
  status,
  faultsOf(json.tppMessages ?? json.errors?.[0]?.extensions.tppMessages),
];
const idConflict = [409, ['CONFLICT X-Request-ID']];

const psus: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'of single SCA': async () => freshPsu(),
  /** A PSU whom both replicas remember: a single statement decides and writes. */
  'who has logged in': async () => {
    const headers = await loggedInPsu(bank, tpp);
    for (const one of [tpp, there]) await newPayment(one, {}, { ...headers, 'psu-context': null });
    return headers;
  },
};

describe.each(Object.entries(psus))('for a PSU %s', (_, psu) => {
  describe('201: the same id and the same request', () => {
    it('return the same bytes by REST, marked as a replay, at every replica', async () => {
      const headers = { ...(await psu()), 'x-request-id': randomUUID() };
      const first = await tpp.rest('POST', path, { body: body('same'), headers });
      expect([first.status, replayed(first)]).toEqual([201, null]);
      for (const again of [
        await tpp.rest('POST', path, { body: body('same'), headers }),
        await there.rest('POST', path, { body: body('same'), headers }),
      ]) {
        expect([again.status, again.text, replayed(again)]).toEqual([201, first.text, 'true']);
        expect(again.headers.get('x-request-id')).toBe(headers['x-request-id']);
        expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      }
    });

    it('return the same bytes by GraphQL, marked as a replay, at every replica', async () => {
      const headers = { ...(await psu()), 'x-request-id': randomUUID() };
      const first = await tpp.graphqlRaw(mutation, { input: body('same') }, { headers });
      expect(first.data.createInstantPayment.payment, first.text).not.toBeNull();
      expect(replayed(first)).toBeNull();
      for (const one of [tpp, there]) {
        const again = await one.graphqlRaw(mutation, { input: body('same') }, { headers });
        expect([again.status, again.text, replayed(again)]).toEqual([first.status, first.text, 'true']);
      }
    });

    it('match whatever the case of a UUID; other ids keep their case', async () => {
      const id = randomUUID();
      const headers = await psu();
      const first = await tpp.rest('POST', path, {
        body: body('case'),
        headers: { ...headers, 'x-request-id': id },
      });
      const again = await tpp.rest('POST', path, {
        body: body('case'),
        headers: { ...headers, 'x-request-id': id.toUpperCase() },
      });
      expect([again.text, replayed(again)]).toEqual([first.text, 'true']);
      const own = randomUUID().slice(0, 8);
      for (const name of [`case-${own}-a`, `case-${own}-A`]) {
        const made = await tpp.rest('POST', path, {
          body: body(name),
          headers: { ...(await psu()), 'x-request-id': name },
        });
        expect([made.status, replayed(made)]).toEqual([201, null]);
      }
    });

    it('sent 20 times at once to two replicas make one payment and get equal bodies', async () => {
      for (const send of [
        (one: Tpp, headers: Record<string, string>) =>
          one.rest('POST', path, { body: body('crowd'), headers }),
        (one: Tpp, headers: Record<string, string>) =>
          one.graphqlRaw(mutation, { input: body('crowd') }, { headers }),
      ]) {
        const headers = { ...(await psu()), 'x-request-id': randomUUID() };
        const before = await bank.count('payments');
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) => send(index % 2 ? tpp : there, headers)),
        );
        expect(
          new Set(answers.map(({ text }) => text)).size,
          answers.map(({ text }) => text).join('\n'),
        ).toBe(1);
        expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
        expect((await bank.count('payments')) - before).toBe(1);
      }
    });

    it('are a new request after 72 hours, and not a millisecond before', async () => {
      const headers = { ...(await psu()), 'x-request-id': randomUUID() };
      const first = await tpp.rest('POST', path, { body: body('old'), headers });
      const then = bank.time.now;
      bank.time.now = then + 72 * 3_600_000;
      const within = await tpp.rest('POST', path, { body: body('old'), headers });
      bank.time.now += 1;
      const beyond = await tpp.rest('POST', path, { body: body('old'), headers });
      bank.time.now = then;
      expect([within.text, replayed(within)]).toEqual([first.text, 'true']);
      expect([beyond.status, replayed(beyond)]).toEqual([201, null]);
      expect(beyond.json.paymentId).not.toBe(first.json.paymentId);
    });

    it('of another TPP are independent', async () => {
      const headers = { ...(await psu()), 'x-request-id': randomUUID() };
      const mine = await tpp.rest('POST', path, { body: body('mine'), headers });
      const theirs = await bank
        .tpp('PSDNO-FSA-OTHER')
        .rest('POST', path, { body: body('mine'), headers: { ...headers, 'psu-context': 'PRIVATE' } });
      expect([theirs.status, replayed(theirs)]).toEqual([201, null]);
      expect(theirs.json.paymentId).not.toBe(mine.json.paymentId);
    });

    it('cancel once: the stored 204 comes again', async () => {
      const made = await tpp.rest('POST', path, { body: body('cancel'), headers: await psu() });
      const headers = { 'x-request-id': randomUUID() };
      const self = made.json._links.self.href;
      const first = await tpp.rest('DELETE', self, { headers });
      const again = await tpp.rest('DELETE', self, { headers });
      expect([first.status, again.status, again.text, replayed(again)]).toEqual([204, 204, '', 'true']);
    });
  });

  describe('409: the same id and another request', () => {
    it('another body, target, method or PSU header', async () => {
      const headers = { ...(await psu()), 'x-request-id': randomUUID() };
      const made = await tpp.rest('POST', path, { body: body('one'), headers });
      const before = await bank.count('payments');
      const others: [string, string, Parameters<Tpp['rest']>[2]][] = [
        ['POST', path, { body: body('two'), headers }],
        ['POST', path, { raw: `${JSON.stringify(body('one'))} `, headers }],
        ['POST', `${path}?allowLogicalDuplicate=true`, { body: body('one'), headers }],
        ['POST', pathOf(productOf('NDCT')), { body: body('one'), headers }],
        ['POST', path, { body: body('one'), headers: { ...headers, 'psu-id': randomUUID() } }],
        ['POST', path, { body: body('one'), headers: { ...headers, 'psu-ip-address': '192.0.2.8' } }],
        ['POST', path, { body: body('one'), headers: { ...headers, 'psu-user-agent': 'other' } }],
        ['POST', path, { body: body('one'), headers: { ...headers, 'x-psu-identity': '13039319955' } }],
        ['DELETE', made.json._links.self.href, { headers }],
        ['POST', made.json._links.startAuthorisation.href, { headers }],
      ];
      for (const [method, target, options] of others) {
        expect(conflict(await tpp.rest(method, target, options)), `${method} ${target}`).toEqual(idConflict);
      }
      const graphql = await tpp.graphqlRaw(mutation, { input: body('one') }, { headers });
      expect(faultsOf(graphql.data.createInstantPayment.tppMessages)).toEqual(['CONFLICT X-Request-ID']);
      expect(await bank.count('payments')).toBe(before);
    });

    it('before 400: a used id with a malformed body, query or unknown product', async () => {
      const headers = { ...(await psu()), 'x-request-id': randomUUID() };
      await tpp.rest('POST', path, { body: body('order'), headers });
      expect(conflict(await tpp.rest('POST', path, { raw: '{', headers }))).toEqual(idConflict);
      expect(conflict(await tpp.rest('POST', path, { body: {}, headers }))).toEqual(idConflict);
      expect(
        conflict(await tpp.rest('POST', `${path}?allowLogicalDuplicate=x`, { body: {}, headers })),
      ).toEqual(idConflict);
      expect(conflict(await tpp.rest('POST', '/v1/payments/unknown', { body: {}, headers }))).toEqual(
        idConflict,
      );
      const graphql = await tpp.graphqlRaw(mutation, { input: { creditorName: 5 } }, { headers });
      expect(faultsOf(graphql.data?.createInstantPayment.tppMessages), graphql.text).toEqual([
        'CONFLICT X-Request-ID',
      ]);
    });

    const persisted = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } });
    it.each([
      ['a read', null, 200],
      ['a query', `/graphql?${new URLSearchParams({ query: '{ viewer { tppId } }' })}`, 200],
      [
        'a query that is not yet known by its hash',
        `/graphql?${new URLSearchParams({ extensions: persisted })}`,
        200,
      ],
      [
        'a query with malformed variables',
        `/graphql?${new URLSearchParams({ query: '{ viewer { tppId } }', variables: '{' })}`,
        400,
      ],
    ])('a write under the signed headers of %s, except under another id', async (_, readTarget, status) => {
      const made = await tpp.rest('POST', path, { body: body(randomUUID()), headers: await psu() });
      const target = made.json._links.self.href as string;
      const url = `http://localhost:4000${target}`;
      const headers = signRequest({ method: 'GET', url }, tpp.identity, { now: new Date(bank.time.now) });
      const read = await bank.fetch(readTarget ?? target, { headers });
      expect(read.status).toBe(status);
      const write = await bank.fetch(target, { method: 'DELETE', headers });
      expect(write.status).toBe(409);
      expect(faultsOf(((await write.json()) as { tppMessages: never }).tppMessages)).toEqual([
        'CONFLICT X-Request-ID',
      ]);
      expect((await tpp.rest('GET', `${target}/status`)).json.transactionStatus).toBe('RCVD');
      expect((await tpp.rest('DELETE', target)).status).toBe(204);
    });
  });

  describe('400 and 409: a refused request', () => {
    it('commits nothing, and may be corrected under the same id', async () => {
      const headers = { ...(await psu()), 'x-request-id': randomUUID() };
      await tpp.rest('GET', '/v1/payments/sepa-credit-transfers/none');
      const [payments, requests] = [await bank.count('payments'), await bank.count('request_answers')];
      const refusals = [
        await tpp.rest('POST', path, { body: {}, headers }),
        await tpp.rest('POST', path, { raw: '{', headers }),
        await tpp.rest('POST', pathOf(productOf('NDCT')), {
          body: { ...productOf('NDCT').example, requestedExecutionDate: '2001-01-01' },
          headers,
        }),
        await tpp.graphqlRaw(mutation, { input: { ...body('x'), creditorName: '' } }, { headers }),
        await tpp.graphqlRaw(mutation, { input: {} }, { headers }),
      ];
      expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 200, 200]);
      expect([await bank.count('payments'), await bank.count('request_answers')]).toEqual([
        payments,
        requests,
      ]);
      const mended = await tpp.rest('POST', path, { body: body('mended'), headers });
      expect([mended.status, replayed(mended)], mended.text).toEqual([201, null]);
    });

    it('is not replayed: the challenge comes again, with the link that is still open', async () => {
      const noContext = {
        ...(await psu()),
        'x-request-id': randomUUID(),
        'psu-context': '',
        'tpp-session-id': randomUUID(),
      };
      const challenges = [
        await tpp.rest('POST', path, { body: body('c'), headers: noContext }),
        await tpp.rest('POST', path, { body: body('c'), headers: noContext }),
      ];
      expect(challenges.map((one) => [one.status, replayed(one)])).toEqual([
        [401, null],
        [401, null],
      ]);
      expect(challenges[0]?.json.id).not.toBe(challenges[1]?.json.id);
      expect(challenges[0]?.json._links.scaRedirect.href).toBe(challenges[1]?.json._links.scaRedirect.href);
    });
  });

  describe('reads', () => {
    it('200: are never stored and never refused because of their id', async () => {
      const headers = { ...(await psu()), 'x-request-id': randomUUID() };
      const made = await tpp.rest('POST', path, { body: body('reads'), headers });
      const rows = await bank.count('request_answers');
      const self = made.json._links.self.href;
      for (const target of [self, self, `${self}/status`]) {
        const read = await tpp.rest('GET', target, { headers: { 'x-request-id': headers['x-request-id'] } });
        expect([read.status, replayed(read)]).toEqual([200, null]);
      }
      expect(await bank.count('request_answers')).toBe(rows);
    });
  });
});
