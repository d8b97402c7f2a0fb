import { afterEach, describe, expect, it, vi } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { freshPsu, pathOf, productOf } from '../support/payments.ts';

const product = productOf('INDCTS');
const path = pathOf(product);
const origin = 'http://localhost:4000';
/** Identifies a parsed body; built here, since this file's source map is JSON as well. */
const mark = ['a body', 'of this test'].join(' ');

// The log of requests would read and query too.
const bank = await bankOfFile({ requestLog: false });
const tpp = bank.tpp();
await tpp.rest('GET', `${path}/none`);
afterEach(() => {
  vi.restoreAllMocks();
  bank.database.watch(null);
});

interface Sent {
  readonly method?: string;
  readonly target: string;
  readonly body: string;
  /** Before the signature. */
  readonly headers?: Readonly<Record<string, string>>;
  /** After the signature; null removes one. */
  readonly changed?: Readonly<Record<string, string | null>>;
}

/** The status, and whether the body was parsed and the database queried. */
async function done({ method = 'POST', target, body, headers = {}, changed = {} }: Sent) {
  const url = `${origin}${target}`;
  const signed = signRequest({ method, url, headers, body }, tpp.identity, { now: new Date(bank.time.now) });
  for (const [name, value] of Object.entries(changed))
    value === null ? signed.delete(name) : signed.set(name, value);
  const seen = new Set<string>();
  const parse = JSON.parse;
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
    if (text.includes(mark)) seen.add('parsed');
    return parse(text, reviver);
  });
  bank.database.watch(() => void seen.add('database'));
  const { status } = await bank.fetch(target, { method, headers: signed, body });
  return [status, ...[...seen].sort()];
}

const payment = JSON.stringify({ ...product.example, remittanceInformationUnstructured: mark });
const faulty = JSON.stringify({ ...product.example, creditorName: 7, ultimateDebtor: mark });
const headers = { ...psuHeaders, ...freshPsu() };
const rest = { target: path, body: payment, headers };
const tampered = { 'x-request-id': 'another' };

describe('REST', () => {
  it.each<[string, Sent, unknown[]]>([
    ['a path that is not there', { ...rest, target: '/v1/none' }, [404]],
    ['a method that the path has not', { ...rest, method: 'PUT' }, [405]],
    ['a media type', { ...rest, changed: { 'content-type': 'text/xml' } }, [415]],
    ['a header that is missing', { ...rest, changed: { 'psu-id': null } }, [400]],
    ['a certificate', { ...rest, changed: { 'tpp-signature-certificate': 'AAAA' } }, [401]],
    ['a signature', { ...rest, changed: tampered }, [401]],
    ['a digest', { ...rest, changed: { digest: 'SHA-256=AAAA' } }, [401]],
  ])('%s', async (_, sent, expected) => {
    expect(await done(sent)).toEqual(expected);
  });

  it('a body: it is parsed, and nothing is stored', async () => {
    const before = await bank.count('payments');
    const [status, ...read] = await done({ ...rest, body: faulty });
    expect([status, read.includes('parsed')]).toEqual([400, true]);
    expect(await bank.count('payments')).toBe(before);
  });

  it('and a valid body is parsed and stored', async () => {
    expect(await done(rest)).toEqual([201, 'database', 'parsed']);
  });
});

describe('GraphQL', () => {
  const graphql = { target: '/graphql', body: JSON.stringify({ query: `{ viewer { tppId } } # ${mark}` }) };
  it.each<[string, Sent, unknown[]]>([
    ['a method', { ...graphql, method: 'PUT' }, [405]],
    ['a media type', { ...graphql, changed: { 'content-type': 'text/xml' } }, [415]],
    [
      'a body too long for a stranger',
      {
        ...graphql,
        body: `${graphql.body}${' '.repeat(20_000)}`,
        changed: { signature: null, 'tpp-signature-certificate': null },
      },
      [413],
    ],
    ['a header that is missing', { ...graphql, changed: { date: null } }, [400]],
    ['two credentials', { ...graphql, changed: { authorization: 'Bearer x' } }, [400]],
    ['a certificate', { ...graphql, changed: { 'tpp-signature-certificate': 'AAAA' } }, [401]],
    ['a signature', { ...graphql, changed: tampered }, [401]],
    ['a digest', { ...graphql, changed: { digest: 'SHA-256=AAAA' } }, [401]],
  ])('%s', async (_, sent, expected) => {
    expect(await done(sent)).toEqual(expected);
  });

  it('and a valid request is parsed', async () => {
    expect(await done(graphql)).toEqual([200, 'database', 'parsed']);
  });
});
