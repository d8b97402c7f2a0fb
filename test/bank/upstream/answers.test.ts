import { describe, expect, it } from 'vitest';
import { mayHaveActed } from '../../../src/bank/remote-calls/refusals.ts';
import type { CallName } from '../../../src/bank/upstream/calls.ts';
import type { UpstreamCall } from '../../../src/bank/upstream/client.ts';
import type { UpstreamPsu } from '../../../src/bank/upstream/ids.ts';
import { catalogue } from '../../../src/domain/refusal.ts';
import {
  clientOf,
  creation,
  domestic,
  refusalOf,
  settingsFor,
  shareLiveBank,
  statusOf,
  tpp,
} from './support/client.ts';
import { html, large, type Reply, reply, twice, twiceAndLate } from './support/live-bank.ts';

const bank = shareLiveBank();

const created = (body: unknown, status = 201): Reply => ({ status, body });
const least = { paymentId: 'enc!!x' };

async function bodyOf(given: Reply): Promise<unknown> {
  bank.next(reply(given));
  const { upstream } = clientOf(settingsFor(bank.url));
  const { body } = (await upstream.call(creation())) as { body: unknown };
  return body;
}

describe('an accepted response', () => {
  it.each([
    ['the least', least, {}],
    [
      'unknown fields pass, and are dropped',
      { ...least, more: [1], _links: { self: { href: '/v1/x' } } },
      { _links: {} },
    ],
    ['nulls count as absent', { ...least, psuMessage: null, _links: null, transactionFees: null }, {}],
    ['a status, because only polls read it', { ...least, transactionStatus: 'ACCC' }, {}],
    [
      'links without verbs',
      { ...least, _links: { scaRedirect: { href: 'https://bank.example/x' } } },
      { _links: { scaRedirect: { href: 'https://bank.example/x' } } },
    ],
    [
      'a __proto__ that is only a field',
      JSON.parse('{"paymentId":"enc!!x","transactionStatus":"RCVD","__proto__":{"psuMessage":"x"}}'),
      {},
    ],
  ])('%s', async (_, body, more) => {
    expect(await bodyOf(created(body))).toEqual({ ...least, ...more });
  });

  it('messages with codes of the interface as warnings, others as text of the bank', async () => {
    const tppMessages = [
      { category: 'ERROR', code: 'FORMAT_ERROR', path: 'creditorAgent', text: 'is no BIC' },
      { category: 'WARNING', code: 'KID_INVALID', path: 7, text: {} },
      { category: 'WARNING', code: 'FUNDS_NOT_AVAILABLE', text: 'x' },
      { code: 'CONFLICT', path: 'of 13039319955', text: 'locked by core-7.bank.internal' },
      'x',
      null,
      { code: ['FORMAT_ERROR'] },
    ];
    expect(await bodyOf(created({ ...least, tppMessages }))).toMatchObject({
      tppMessages: [
        { category: 'WARNING', code: 'FORMAT_ERROR', path: 'creditorAgent', text: 'is no BIC' },
        { category: 'WARNING', code: 'KID_INVALID', text: catalogue.KID_INVALID.text },
        { category: 'WARNING', code: 'CONFLICT', text: catalogue.CONFLICT.text },
      ],
    });
  });

  it('only the first 100 messages, because a list of megabytes would stop all other requests', async () => {
    const tppMessages = [...Array.from({ length: 100 }, () => 1), { code: 'CONFLICT', text: 'x' }];
    expect(await bodyOf(created({ ...least, tppMessages }))).toMatchObject({ tppMessages: [] });
  });

  it('warnings without ids at the bank, which a TPP must not see', async () => {
    const tppMessages = ['PAY8812', 'kari', 'debtorAccount'].map((path) => ({
      code: 'CONFLICT',
      path,
      text: `see ${path}`,
    }));
    bank.next(reply(created({ ...least, paymentId: 'PAY8812', tppMessages })));
    const { upstream } = clientOf(settingsFor(bank.url));
    const psu = { tppId: tpp.tppId, psuId: 'kari', sessionId: null } as UpstreamPsu;
    const hidden = { category: 'WARNING', code: 'CONFLICT', text: catalogue.CONFLICT.text };
    const { body } = (await upstream.call({ ...creation(), psu })) as { body: { tppMessages: unknown } };
    expect(body.tppMessages).toEqual([
      hidden,
      hidden,
      { ...hidden, path: 'debtorAccount', text: 'see debtorAccount' },
    ]);
  });

  it('no message for the PSU with an id at the bank', async () => {
    const psuMessage = 'Confirm PAY8812 in the app';
    expect(await bodyOf(created({ ...least, paymentId: 'PAY8812', psuMessage }))).toEqual({
      ...least,
      paymentId: 'PAY8812',
    });
    expect(await bodyOf(created({ ...least, psuMessage }))).toEqual({ ...least, psuMessage });
  });

  it('200 where something was created', async () => {
    expect(await bodyOf(created(least, 200))).toMatchObject(least);
  });

  it('texts for people, cut to our length and without characters that no database stores', async () => {
    const psuMessage = `a\0b\ud800${'ø'.repeat(600)}`;
    const body = (await bodyOf(created({ ...least, psuMessage }))) as { psuMessage: string };
    expect(body.psuMessage).toMatch(/^ab\ufffdø+…$/);
    expect(Array.from(body.psuMessage)).toHaveLength(512);
  });

  it.each([
    ['text', '2.00', 'NOK', '2.00'],
    ['text', '2', 'NOK', '2.00'],
    ['text', '002.5', 'NOK', '2.50'],
    ['text', '2.500', 'NOK', '2.50'],
    ['text', '999999999999999999', 'JPY', '999999999999999999'],
    ['number', 2, 'NOK', '2.00'],
    ['number', 2.5, 'NOK', '2.50'],
    ['number', 0, 'NOK', '0.00'],
    ['number', 9_999_999_999_999.99, 'NOK', '9999999999999.99'],
    ['number', 100, 'JPY', '100'],
    ['number', 1.234, 'KWD', '1.234'],
  ])('an amount as %s %s %s is %s', async (_, amount, currency, shown) => {
    const body = await bodyOf(created({ ...least, transactionFees: { amount, currency } }));
    expect(body).toMatchObject({ transactionFees: { amount: shown, currency } });
  });

  it.each([
    ['/sca/1?x=y', (url: string) => `${new URL(url).origin}/sca/1?x=y`],
    ['https://login.bank.example/1', () => 'https://login.bank.example/1'],
  ])('an address for the PSU %s is made absolute', async (href, absolute) => {
    const body = await bodyOf(created({ ...least, _links: { scaRedirect: { href } } }));
    expect(body).toMatchObject({ _links: { scaRedirect: { href: absolute(bank.url) } } });
  });

  it('202 to a DELETE without a body', async () => {
    bank.next(reply({ status: 202 }));
    const { upstream } = clientOf(settingsFor(bank.url));
    const parameters = { ...domestic, paymentId: 'enc!!x' };
    expect(await upstream.call({ tpp, operation: 'cancelPayment', parameters })).toEqual({
      status: 202,
      body: null,
    });
  });
});

describe('an unneeded field of a response to a creation is dropped when it is malformed, and counted', () => {
  const secret = 'Kari Nordmann';
  const fee = (amount: unknown, currency: unknown = 'NOK') => ({ transactionFees: { amount, currency } });
  const at = (href: unknown) => ({ _links: { scaRedirect: { href } } });
  it.each<[string, string, object]>([
    ['an amount that is a text', 'transactionFees', fee(secret)],
    ['a fee below zero', 'transactionFees', fee('-0.50')],
    ['an amount in an unknown currency', 'transactionFees', fee('1', secret)],
    ['an amount without a currency', 'transactionFees', { transactionFees: { amount: '1.00' } }],
    ['an amount more exact than its currency', 'transactionFees', fee(0.125)],
    ['a number that JSON may have rounded', 'transactionFees', fee(10_000_000_000_000)],
    ['a number with an exponent', 'transactionFees', fee(1e-7)],
    ['a fee that is a number alone', 'transactionFees', { transactionFees: 5 }],
    ['a truth value that is a number', 'transactionFeeIndicator', { transactionFeeIndicator: 1 }],
    ['a truth value in another language', 'transactionFeeIndicator', { transactionFeeIndicator: secret }],
    ['a text that is a number', 'psuMessage', { psuMessage: 7 }],
    [
      'a text whose length is none',
      'psuMessage',
      { psuMessage: { length: { valueOf: secret, toString: 1 } } },
    ],
    ['messages that are a text', 'tppMessages', { tppMessages: secret }],
    ['links that are a list', '_links', { _links: [secret] }],
    ['links that are a text', '_links', { _links: secret }],
    ['a link that is a number', '_links', { _links: { scaRedirect: 17 } }],
    ['a link without an address', '_links', { _links: { scaRedirect: {} } }],
    ['an address that runs a script', '_links', at('javascript:alert(1)')],
    ['an address in clear', '_links', at('http://bank.example/')],
    ['an address with a password', '_links', at('https://a:b@bank.example/')],
  ])('%s', async (_, field, odd) => {
    bank.next(reply(created({ ...least, ...odd })));
    const { upstream, notices } = clientOf(settingsFor(bank.url));
    const { body } = (await upstream.call(creation())) as { body: Record<string, unknown> };
    const { _links = {}, ...others } = body;
    expect([others, _links]).toEqual([least, {}]);
    expect(upstream.figures().ignoredFields.createPayment[field]).toBe(1);
    expect(upstream.figures().calls.createPayment).toMatchObject({ ANSWERED: 1, MISFIT: 0 });
    const line = {
      name: 'malformed field of a bank response ignored',
      fields: { operation: 'createPayment', field },
    };
    expect(notices).toEqual([line]);
    bank.next(reply(created({ ...least, ...odd })));
    await upstream.call(creation());
    expect([upstream.figures().ignoredFields.createPayment[field], notices.length]).toEqual([2, 1]);
  });

  it('a field with only one possible reading is read', async () => {
    const body = {
      ...least,
      transactionFees: { amount: '2.50', currency: 'nok' },
      transactionFeeIndicator: 'True',
      _links: { scaRedirect: 'https://bank.example/x' },
    };
    expect(await bodyOf(created(body))).toEqual({
      ...least,
      transactionFees: { amount: '2.50', currency: 'NOK' },
      transactionFeeIndicator: true,
      _links: { scaRedirect: { href: 'https://bank.example/x' } },
    });
  });

  it('also in a response about a status', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    bank.next(reply({ status: 200, body: { transactionStatus: 'pdng', fundsAvailable: 'perhaps' } }));
    expect(await upstream.call(statusOf('enc!!x'))).toEqual({
      status: 200,
      body: { transactionStatus: 'PDNG' },
    });
    expect(upstream.figures().ignoredFields).toMatchObject({ getPaymentStatus: { fundsAvailable: 1 } });
  });

  it('not a field that nobody needs, such as the status of a cancellation or a basket', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    const parameters = { ...domestic, paymentId: 'enc!!x' };
    const scaRedirect = { href: 'https://bank.example/x' };
    bank.next(
      reply({ status: 202, body: '<h1>later</h1>' }),
      reply({ status: 202, body: { transactionStatus: 7 } }),
      reply(created({ basketId: 'enc!!b', transactionStatus: 7, tppMessages: 7, _links: 7 })),
      reply(created({ authorisationId: 7, scaStatus: {}, psuMessage: 7, _links: { scaRedirect } })),
    );
    for (const _ of [1, 2]) await upstream.call({ tpp, operation: 'cancelPayment', parameters });
    expect(
      await upstream.call({ tpp, operation: 'createBasket', parameters: {}, body: { paymentIds: [] } }),
    ).toEqual({ status: 201, body: { basketId: 'enc!!b' } });
    expect(await upstream.call({ tpp, operation: 'startAuthorisation', parameters })).toEqual({
      status: 201,
      body: { _links: { scaRedirect } },
    });
    const { cancelPayment, createBasket, startAuthorisation } = upstream.figures().ignoredFields;
    expect([cancelPayment, createBasket, startAuthorisation]).toEqual([{}, {}, {}]);
  });
});

describe('a malformed response is 503, with a log line that omits its content', () => {
  const secret = 'Kari Nordmann';
  it.each<[string, Reply, string]>([
    ['no JSON', created(`{"paymentId":"${secret}`), 'no JSON'],
    ['JSON of something else', created(`"${secret}"`), 'invalid_type at body'],
    ['a list', created([secret]), 'invalid_type at body'],
    [
      'a length that is no number',
      created({ ...least, paymentId: { length: { valueOf: secret, toString: 1 } } }),
      'length',
    ],
    ['nothing', { status: 201 }, 'invalid_type at body'],
    ['null', created('null'), 'invalid_type at body'],
    ['a success without an id', created({ transactionStatus: 'RCVD' }), 'invalid_type at paymentId'],
    ['an id that is a number', created({ ...least, paymentId: 17 }), 'invalid_type at paymentId'],
    ['an id that is empty', created({ ...least, paymentId: '' }), 'too_small at paymentId'],
    ['an id that is too long', created({ ...least, paymentId: 'x'.repeat(501) }), 'too_big at paymentId'],
    ['an id that is a step of a path', created({ ...least, paymentId: '..' }), 'custom at paymentId'],
    ['an id that no database keeps', created({ ...least, paymentId: 'a\0' }), 'custom at paymentId'],
    [
      'a page',
      { status: 201, body: `<h1>${secret}</h1>`, headers: { 'content-type': 'text/html' } },
      'no JSON',
    ],
    ['a success that a creation never has', { status: 204 }, 'status'],
    [
      'a redirect without a body',
      { status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } },
      'status',
    ],
    ['a permanent redirect', { status: 308, headers: { location: '/api/v1/elsewhere' } }, 'status'],
    ['304', { status: 304 }, 'status'],
    [
      'the answer to another request',
      { ...created(least), headers: { 'x-request-id': 'another' } },
      'X-Request-ID of another request',
    ],
  ])('%s', async (_, given, why) => {
    bank.next(reply(given));
    const { upstream, notices } = clientOf(settingsFor(bank.url));
    const before = bank.received.length;
    const refusal = await refusalOf(upstream.call(creation()));
    expect(refusal).toMatchObject({
      reason: 'UNAVAILABLE',
      status: 503,
      effect: 'MAYBE_DONE',
      extras: { retryAfterSeconds: expect.any(Number) },
    });
    expect(mayHaveActed(refusal)).toBe(true);
    expect(notices).toEqual([
      {
        name: 'answer of the bank does not fit',
        fields: { operation: 'createPayment', requestId: expect.any(String), status: given.status, why },
      },
    ]);
    expect(JSON.stringify([notices, refusal])).not.toContain(secret);
    // No redirect was followed, and no call repeated.
    expect(bank.received.length).toBe(before + 1);
    expect(upstream.figures().calls.createPayment.MISFIT).toBe(1);
  });

  it('bytes that are not UTF-8', async () => {
    bank.next((response) => {
      response.writeHead(201).end(Buffer.from(JSON.stringify({ ...least, psuMessage: 'ø' }), 'latin1'));
    });
    const { upstream, notices } = clientOf(settingsFor(bank.url));
    await refusalOf(upstream.call(creation()));
    expect(notices).toMatchObject([{ fields: { why: 'no JSON' } }]);
  });

  it.each([
    ['told before', true],
    ['not told', false],
  ])('more than 1 MiB, its length %s', async (_, told) => {
    bank.next(large(1_024 * 1_024 + 1, told));
    const { upstream, notices } = clientOf(settingsFor(bank.url));
    expect(await refusalOf(upstream.call(statusOf('enc!!x')))).toMatchObject({ reason: 'UNAVAILABLE' });
    expect(notices).toMatchObject([{ fields: { why: 'TOO_LARGE' } }]);
  });

  it('1 MiB is read', async () => {
    bank.next(large(1_024 * 1_024, false));
    const { upstream, notices } = clientOf(settingsFor(bank.url));
    await refusalOf(upstream.call(statusOf('enc!!x')));
    expect(notices).toMatchObject([{ fields: { why: 'no JSON' } }]);
  });

  it('deeply nested JSON', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    for (const body of [
      '['.repeat(500_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      `{"_links":${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}}`,
    ]) {
      bank.next(reply({ status: 201, body }));
      expect(await refusalOf(upstream.call(creation()))).toMatchObject({ reason: 'UNAVAILABLE' });
    }
  });

  it('bytes that are not HTTP', async () => {
    bank.next((response) => {
      response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
    });
    const { upstream, notices } = clientOf(settingsFor(bank.url));
    expect(await refusalOf(upstream.call(creation()))).toMatchObject({
      reason: 'UNAVAILABLE',
      effect: 'MAYBE_DONE',
    });
    expect(notices).toMatchObject([{ fields: { why: 'NO_HTTP' } }]);
  });

  it.each([
    ['and says what it answers', twice(true)],
    ['and does not say what it answers', twice(false)],
    ['the second time instead of the next', twiceAndLate()],
  ])('a response that comes twice, %s, never serves another call', async (_, fault) => {
    const { upstream } = clientOf(settingsFor(bank.url), { maxConcurrentCalls: 1 });
    bank.always(fault);
    let answered = 0;
    for (let count = 0; count < 20; count += 1) {
      const body = { creditorName: `payee ${count}` };
      const answer = await upstream.call(creation({ body })).catch((error: { status: number }) => error);
      expect([201, 503]).toContain(answer.status);
      if (answer.status !== 201) continue;
      const { paymentId } = (answer as { body: { paymentId: string } }).body;
      expect(bank.payments.get(paymentId)?.instruction).toEqual(body);
      answered += 1;
    }
    bank.always(null);
    expect(answered).toBeGreaterThan(8);
  });

  it('a page instead of a status', async () => {
    bank.next(html(200));
    const { upstream } = clientOf(settingsFor(bank.url));
    expect(await refusalOf(upstream.call(statusOf('enc!!x')))).toMatchObject({ reason: 'UNAVAILABLE' });
  });
});

describe('the start of an authorisation', () => {
  const start = async (body: unknown) => {
    bank.next(reply({ status: 201, body }));
    const { upstream } = clientOf(settingsFor(bank.url));
    const parameters = { ...domestic, paymentId: 'enc!!x' };
    return upstream.call({ tpp, operation: 'startAuthorisation', parameters });
  };
  const _links = { scaRedirect: { href: 'https://bank.example/x' } };

  it('needs no authorisationId', async () => {
    expect(await start({ scaStatus: 'started', _links })).toMatchObject({ body: { _links } });
  });

  it.each([undefined, 17, {}, { href: 'javascript:alert(1)' }, 'http://bank.example/'])(
    'with %j as address for the PSU is malformed',
    async (scaRedirect) => {
      expect(await refusalOf(start({ scaStatus: 'started', _links: { scaRedirect } }))).toMatchObject({
        reason: 'UNAVAILABLE',
      });
    },
  );

  it('takes an address that is a text alone', async () => {
    expect(await start({ _links: { scaRedirect: 'https://bank.example/x' } })).toMatchObject({
      body: { _links },
    });
  });
});

describe('a response that names another resource is not believed', () => {
  const named = { ...domestic, paymentId: 'enc!!x' };
  const other = { paymentId: 'enc!!y', basketId: 'enc!!y' };
  const _links = { scaRedirect: { href: 'https://bank.example/x' } };
  it.each<[string, { [Name in CallName]: UpstreamCall<Name> }[CallName], Reply]>([
    ['a status', statusOf('enc!!x'), { status: 200, body: { ...other, transactionStatus: 'RJCT' } }],
    [
      'a status whose id is a number',
      statusOf('enc!!x'),
      { status: 200, body: { paymentId: 17, transactionStatus: 'RJCT' } },
    ],
    [
      'a cancellation',
      { tpp, operation: 'cancelPayment', parameters: named },
      { status: 202, body: { ...other, transactionStatus: 'PDNG' } },
    ],
    [
      'the start of an authorisation',
      { tpp, operation: 'startAuthorisation', parameters: named },
      { status: 201, body: { paymentId: other.paymentId, _links } },
    ],
    [
      'the start of the authorisation of a basket',
      { tpp, operation: 'startBasketAuthorisation', parameters: { basketId: 'enc!!x' } },
      { status: 201, body: { basketId: other.basketId, _links } },
    ],
  ])('%s', async (_, call, given) => {
    bank.next(reply(given));
    const { upstream, notices } = clientOf(settingsFor(bank.url));
    expect(await refusalOf(upstream.call(call as UpstreamCall))).toMatchObject({
      reason: 'UNAVAILABLE',
      effect: 'MAYBE_DONE',
    });
    expect(notices).toMatchObject([
      { fields: { why: expect.stringMatching(/^(payment|basket)Id of another/) } },
    ]);
    expect(upstream.figures().calls[call.operation].MISFIT).toBe(1);
  });

  it.each([{ paymentId: 'enc!!x' }, { paymentId: null }, {}])('but one with %j is', async (id) => {
    bank.next(reply({ status: 200, body: { ...id, transactionStatus: 'PDNG' } }));
    const { upstream } = clientOf(settingsFor(bank.url));
    expect(await upstream.call(statusOf('enc!!x'))).toMatchObject({ body: { transactionStatus: 'PDNG' } });
  });

  it('later responses on the same connection are not believed either', async () => {
    const { upstream } = clientOf(settingsFor(bank.url), { maxConcurrentCalls: 1 });
    bank.next(reply({ status: 200, body: { ...other, transactionStatus: 'RJCT' } }));
    await refusalOf(upstream.call(statusOf('enc!!x')));
    const before = bank.opened();
    await upstream.call(creation());
    expect(bank.opened()).toBe(before + 1);
  });
});
