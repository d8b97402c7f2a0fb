import { describe, expect, it } from 'vitest';
import { psuHeaders, type RestOptions } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { pathOf, productOf } from '../support/payments.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

const product = productOf('INDCTS');
const path = pathOf(product);
const body = product.example;
const headers = psuHeaders;

describe('the message of a refusal', () => {
  it.each<[string, string, string, RestOptions, string]>([
    ['of the path', 'POST', '/v1/none', { body }, ''],
    ['of the media type', 'POST', path, { body, headers: { ...headers, accept: 'text/html' } }, ''],
    ['of headers', 'POST', path, { body, headers: {} }, ' (not checked yet: signature, body, rules)'],
    [
      'of headers of a request with a query',
      'POST',
      `${path}?allowLogicalDuplicate=true`,
      { body, headers: {} },
      ' (not checked yet: signature, query, body, rules)',
    ],
    [
      'of headers of a read that requires a query parameter',
      'GET',
      '/v1/sandbox/card-accounts/x/transactions',
      { headers: { 'x-request-id': null } },
      ' (not checked yet: signature, query)',
    ],
    [
      'of headers of a read',
      'GET',
      `${path}/x`,
      { headers: { 'x-request-id': null } },
      ' (not checked yet: signature)',
    ],
    [
      'of the signature',
      'POST',
      path,
      { body, headers: { ...headers, date: 'yesterday' } },
      ' (not checked yet: body, rules)',
    ],
    [
      'of the query',
      'POST',
      `${path}?allowLogicalDuplicate=1`,
      { body, headers },
      ' (not checked yet: body, rules)',
    ],
    [
      'of the product',
      'POST',
      '/v1/payments/none?allowLogicalDuplicate=1',
      { body, headers },
      ' (not checked yet: body, rules)',
    ],
    ['of the body', 'POST', path, { body: {}, headers }, ' (not checked yet: rules)'],
    // The amount is at fault, so the rule about the date is not checked.
    [
      'of the body, before a past date',
      'POST',
      path,
      {
        body: {
          ...body,
          instructedAmount: { amount: 1.5, currency: 'NOK' },
          requestedExecutionDate: '2020-01-01',
        },
        headers,
      },
      ' (not checked yet: rules)',
    ],
    [
      'of a rule',
      'POST',
      pathOf(productOf('NDCT')),
      { body: { ...productOf('NDCT').example, requestedExecutionDate: '2020-01-01' }, headers },
      '',
    ],
    ['of the PSU', 'POST', path, { body, headers: { ...headers, 'psu-context': null } }, ''],
    ['of a resource', 'GET', `${path}/x`, {}, ''],
  ])('%s', async (_, method, target, options, note) => {
    const { json } = await tpp.rest(method, target, options);
    const told = / \(not checked yet: .*\)$/.exec(json.message)?.[0] ?? '';
    expect([json.message, told]).toEqual([json.message, note]);
    expect(json.tppMessages.every(({ text }: { text: string }) => !text.includes('not looked at'))).toBe(
      true,
    );
  });
});

describe('the stage of the signature', () => {
  const wrongs = { ...headers, date: 'yesterday', digest: 'SHA-256=AAAA' };
  const named = (messages: readonly { code: string; path: string }[]) =>
    messages.map(({ code, path: at }) => `${code} ${at}`);
  const both = ['SIGNATURE_INVALID Date', 'SIGNATURE_INVALID Digest'];

  it('names all its faults at both doors, and the stages after it', async () => {
    const { status, json } = await tpp.rest('POST', path, { body, headers: wrongs });
    expect([status, json.code, ...named(json.tppMessages)]).toEqual([401, 'SIGNATURE_INVALID', ...both]);
    const graphql = await tpp.graphqlRaw('{ viewer { tppId } }', {}, { headers: wrongs });
    const [error] = graphql.json.errors;
    expect(named(error.extensions.tppMessages)).toEqual(both);
    expect(error.message).toMatch(/^Date: .* \(not checked yet: body\)$/);
  });

  it('names the checks that its own faults hide', async () => {
    const stranger = { 'tpp-signature-certificate': 'AAAA' };
    const note = '(not checked yet: keyId, signature value';
    const { json } = await tpp.rest('POST', path, { body, headers: { ...headers, ...stranger } });
    expect(json.message).toContain(`${note}, role, body, rules)`);
    const graphql = await tpp.graphqlRaw('{ viewer { tppId } }', {}, { headers: stranger });
    expect(graphql.json.errors[0].message).toContain(`${note}, body)`);
  });
});
