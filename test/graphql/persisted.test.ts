import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutationOf } from '../support/graphql.ts';
import { newPayment } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

const query = 'query Who { viewer { tppId } }';
const named = (text: string) => ({
  persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(text).digest('hex') },
});
const post = (body: unknown, who = tpp) => who.rest('POST', '/graphql', { body });

describe('a persisted query', () => {
  it('is unknown at first, sent once with its hash, and then named by the hash alone', async () => {
    expect((await post({ extensions: named(query) })).json.errors[0].extensions.code).toBe(
      'PERSISTED_QUERY_NOT_FOUND',
    );
    expect((await post({ query, extensions: named(query) })).json.data.viewer.tppId).toBe('PSDNO-FSA-TEST1');
    expect((await post({ extensions: named(query) })).json.data.viewer.tppId).toBe('PSDNO-FSA-TEST1');
    const search = new URLSearchParams({ extensions: JSON.stringify(named(query)) });
    expect((await tpp.rest('GET', `/graphql?${search}`)).json.data.viewer.tppId).toBe('PSDNO-FSA-TEST1');
  });

  it('is refused under the hash of another document, which stays unknown', async () => {
    const wrong = await post({ query, extensions: named('{ viewer { name } }') });
    expect(wrong.json.errors[0].extensions).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await post({ extensions: named('{ viewer { name } }') })).json.errors[0].extensions.code).toBe(
      'PERSISTED_QUERY_NOT_FOUND',
    );
  });

  it('of one TPP is unknown to another', async () => {
    const other = bank.tpp('PSDNO-FSA-OTHER');
    const text = 'query OfOneTpp { viewer { tppId } }';
    await post({ query: text, extensions: named(text) });
    const byHash = { extensions: named(text) };
    expect((await post(byHash, other)).json.errors?.[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
    expect((await post(byHash)).json.data.viewer.tppId).toBe('PSDNO-FSA-TEST1');
  });

  it('stays known, however many another TPP sends', async () => {
    const text = 'query OfAQuietTpp { viewer { tppId } }';
    await post({ query: text, extensions: named(text) });
    const hostile = bank.tpp('PSDNO-FSA-HOSTILE');
    for (let index = 0; index < 45; index += 1) {
      const long = `{ viewer { tppId } } # ${index} ${'x'.repeat(200_000)}`;
      expect((await post({ query: long, extensions: named(long) }, hostile)).status).toBe(200);
    }
    expect((await post({ extensions: named(text) })).json.data?.viewer.tppId).toBe('PSDNO-FSA-TEST1');
  });

  it('is refused when neither query nor hash is sent', async () => {
    expect((await post({ extensions: {} })).json.errors[0].extensions).toMatchObject({
      code: 'BAD_REQUEST',
      path: 'query',
    });
  });
});

describe('the same mutation sent ten times at once under one X-Request-ID', () => {
  it('acts once, returns equal bytes, and marks nine responses as a replay', async () => {
    const id = await newPayment(tpp);
    const mutation = mutationOf('cancelPayment', 'payment { transactionStatus }');
    const body = { query: mutation, variables: { input: { paymentId: id } } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        tpp.rest('POST', '/graphql', { body, headers: { 'x-request-id': 'ten-at-once' } }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replay') === 'true')).toHaveLength(9);
  });
});
