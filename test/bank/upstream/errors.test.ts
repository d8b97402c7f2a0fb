import { describe, expect, it } from 'vitest';
import { mayHaveActed } from '../../../src/bank/remote-calls/refusals.ts';
import type { CallName } from '../../../src/bank/upstream/calls.ts';
import type { UpstreamCall } from '../../../src/bank/upstream/client.ts';
import { catalogue, reasonsPassedOn } from '../../../src/domain/refusal.ts';
import { remoteBankReasons } from '../../support/refusals.ts';
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
import { html, type Reply, reply } from './support/live-bank.ts';

const bank = shareLiveBank();

const parameters = { ...domestic, paymentId: 'enc!!x' };
const cancellation: UpstreamCall<'cancelPayment'> = { tpp, operation: 'cancelPayment', parameters };
const basketDeletion = { tpp, operation: 'deleteBasket', parameters: { basketId: 'enc!!x' } } as const;
const basketCreation = {
  tpp,
  operation: 'createBasket',
  parameters: {},
  body: { paymentIds: ['enc!!x'] },
} as const;
const secret = 'Kari Nordmann';

async function refused(given: Reply, call: UpstreamCall<CallName> = creation()) {
  bank.next(reply(given));
  const spoken = clientOf(settingsFor(bank.url));
  const refusal = await refusalOf(spoken.upstream.call(call));
  return { ...spoken, refusal };
}

const said = (...messages: readonly object[]) => ({ tppMessages: messages });
const fault = (code: string, more: object = {}) => said({ category: 'ERROR', code, text: 'why', ...more });

const passing = Object.entries(catalogue)
  .filter(([reason, { code, status }]) => reason === code && status < 500 && status !== 429)
  .map(([reason]) => reason)
  .filter((reason) => !/^(SIGNATURE|CERTIFICATE|ROLE)_|^SCA_EXPIRED$|^NOT_FOUND$/.test(reason));

it('an error with lengths that are not numbers is read by its status', async () => {
  const length = { valueOf: 1, toString: 1 };
  const body = { tppMessages: { length }, code: { length }, _links: { scaRedirect: { href: { length } } } };
  const { refusal } = await refused({ status: 503, body });
  expect(refusal).toMatchObject({ reason: 'UNAVAILABLE' });
});

describe('a code of the interface passes, with its path', () => {
  it.each(passing)('%s', async (code) => {
    const { refusal, notices, alarms } = await refused({
      status: catalogue[code as 'FORMAT_ERROR'].status,
      body: fault(code, { path: 'creditorAccount.bban' }),
    });
    expect(refusal).toMatchObject({
      reason: code,
      status: catalogue[code as 'FORMAT_ERROR'].status,
      effect: 'NOT_DONE',
    });
    expect(refusal.tppMessages).toEqual([
      { category: 'ERROR', code, path: 'creditorAccount.bban', text: 'why' },
    ]);
    expect(mayHaveActed(refusal)).toBe(false);
    expect([notices, alarms]).toEqual([[], []]);
  });

  it('also codes that this service never gives itself', () => {
    expect(passing).toEqual(expect.arrayContaining([...remoteBankReasons]));
  });

  it('each code is in the OpenAPI document of a facade', () => {
    expect(reasonsPassedOn).toEqual(expect.arrayContaining(passing));
  });

  it.each([
    [
      'our own body',
      {
        id: '98b599a9-f8de-4960-88f0-a2738a5595b9',
        system: 'x',
        status: 400,
        code: 'KID_INVALID',
        message: 'no',
        ...fault('KID_INVALID'),
      },
    ],
    [
      'a gateway’s, without messages',
      { id: 'x', system: 'x', status: 400, code: 'KID_INVALID', message: 'why' },
    ],
    ['a problem of RFC 9457', { type: 'about:blank', title: 'x', code: 'KID_INVALID', detail: 'why' }],
    [
      'a warning before the error',
      said(
        { category: 'WARNING', code: 'FORMAT_ERROR', text: 'x' },
        { category: 'ERROR', code: 'KID_INVALID', text: 'why' },
      ),
    ],
    [
      'small letters',
      said(
        { category: 'warning', code: 'format_error', text: 'x' },
        { category: 'error', code: 'kid_invalid', text: 'why' },
      ),
    ],
    ['no category', said({ code: 'KID_INVALID', text: 'why' })],
    [
      'parts that do not fit',
      {
        id: 7,
        code: 9,
        message: {},
        _links: 3,
        tppMessages: ['x', { category: 1, code: 'KID_INVALID', path: [], text: 'why' }],
      },
    ],
  ])('in the form of %s', async (_, body) => {
    const { refusal } = await refused({ status: 400, body });
    expect(refusal.tppMessages).toEqual([{ category: 'ERROR', code: 'KID_INVALID', text: 'why' }]);
  });

  it('under the status of the catalogue, whatever status the bank gave', async () => {
    const { refusal } = await refused({ status: 401, body: fault('KID_MISSING') });
    expect(refusal).toMatchObject({ reason: 'KID_MISSING', status: 400 });
  });

  it('several, the first of which gives the status; at most a hundred', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({
      category: 'ERROR',
      code: 'FORMAT_ERROR',
      path: `payments[${index}]`,
      text: 'x',
    }));
    const { refusal } = await refused({
      status: 400,
      body: said({ category: 'ERROR', code: 'KID_INVALID', text: 'y' }, ...many),
    });
    expect(refusal.reason).toBe('KID_INVALID');
    expect(refusal.tppMessages).toHaveLength(100);
    expect(refusal.tppMessages[1]).toMatchObject({ code: 'FORMAT_ERROR', path: 'payments[0]' });
  });

  it('overlong texts and paths are cut, and a missing text becomes ours', async () => {
    const [long, words] = ['ø'.repeat(2_000), 'på en ø '.repeat(250)];
    const { refusal } = await refused({
      status: 400,
      body: said({ code: 'FORMAT_ERROR', text: `${words}\0`, path: long }, { code: 'FORMAT_ERROR' }),
    });
    const [first, second] = refusal.tppMessages;
    expect([Array.from(first?.text ?? '').length, Array.from(first?.path ?? '').length]).toEqual([512, 256]);
    expect(second?.text).toBe(catalogue.FORMAT_ERROR.text);
  });
});

describe('internals of the bank do not pass', () => {
  const id = 'enc!!x';
  it.each([
    `payment ${id} is locked`,
    'payment 3f2504e0-4f89-41d3-9a0c-0305e82c3301 is locked',
    'customer 13039319955 may not do this',
    'no route to core-7.bank.internal:8443',
    'at no.bank.core.Payments.create(Payments.java:42)',
    'java.lang.NullPointerException',
    'no account\n    at create (/srv/app/payments.js:12:3)',
  ])('in %j: the TPP gets code, path and our words', async (text) => {
    for (const body of [
      fault('CONFLICT', { path: 'creditorAccount.bban', text }),
      { code: 'CONFLICT', message: text },
    ]) {
      const { refusal } = await refused({ status: 409, body }, cancellation);
      const path = 'tppMessages' in body ? { path: 'creditorAccount.bban' } : {};
      expect(refusal.tppMessages).toEqual([
        { category: 'ERROR', code: 'CONFLICT', ...path, text: catalogue.CONFLICT.text },
      ]);
    }
  });

  it('in a path: it is left out', async () => {
    for (const path of [`payments/${id}`, 'http://core.bank.internal/payments', 'of 13039319955']) {
      const { refusal } = await refused({ status: 409, body: fault('CONFLICT', { path }) }, cancellation);
      expect(refusal.tppMessages).toEqual([{ category: 'ERROR', code: 'CONFLICT', text: 'why' }]);
    }
  });

  it('in a path, and in the text that names it: the TPP gets code and our words', async () => {
    for (const path of ['http://core.bank.internal/payments', '10.0.0.7', 'ORA-00001:Payments.java']) {
      const body = fault('CONFLICT', { path, text: `see ${path}` });
      const { refusal } = await refused({ status: 409, body }, cancellation);
      expect(refusal.tppMessages).toEqual([
        { category: 'ERROR', code: 'CONFLICT', text: catalogue.CONFLICT.text },
      ]);
    }
  });

  it('in a refusal of a basket: the ids of its payments', async () => {
    const messages = ['PAY8812', 'PAY8813', 'payments'].map((path) => ({
      code: 'CONFLICT',
      path,
      text: `${path} is rejected`,
    }));
    const paymentReferences = ['PAY8812', 'PAY8813'];
    const call: UpstreamCall<'createBasket'> = { ...basketCreation, paymentReferences };
    const { refusal } = await refused({ status: 409, body: said(...messages) }, call);
    const hidden = { category: 'ERROR', code: 'CONFLICT', text: catalogue.CONFLICT.text };
    expect(refusal.tppMessages).toEqual([
      hidden,
      hidden,
      { ...hidden, path: 'payments', text: 'payments is rejected' },
    ]);
  });

  it('a plain sentence passes, with the place that it names', async () => {
    const text = "creditorAccount.bban: the bank has no account for 'Kari' (at most 1,000.00 NOK)";
    const body = fault('FORMAT_ERROR', { path: 'creditorAccount.bban', text });
    expect((await refused({ status: 400, body })).refusal.tppMessages).toMatchObject([{ text }]);
  });
});

describe('a code that the interface lacks is translated', () => {
  it.each([
    ['STATUS_INVALID', 409, 'CONFLICT'],
    ['RESOURCE_BLOCKED', 400, 'CONFLICT'],
    ['CANCELLATION_INVALID', 405, 'CONFLICT'],
    ['REFERENCE_STATUS_INVALID', 409, 'CONFLICT'],
    ['PERIOD_INVALID', 400, 'FORMAT_ERROR'],
    ['CORPORATE_ID_INVALID', 401, 'FORMAT_ERROR'],
    ['FUNDS_NOT_AVAILABLE', 400, 'PAYMENT_FAILED'],
    ['SERVICE_BLOCKED', 403, 'FORBIDDEN'],
    ['ERROR', 400, 'BAD_REQUEST'],
    ['__proto__', 400, 'BAD_REQUEST'],
    ['constructor', 409, 'CONFLICT'],
    ['toString', 403, 'FORBIDDEN'],
  ])('%s of %i is %s', async (code, status, reason) => {
    const { refusal, alarms } = await refused({ status, body: fault(code, { path: 'x' }) });
    expect(refusal).toMatchObject({ reason, effect: 'NOT_DONE' });
    expect(refusal.tppMessages).toEqual([
      { category: 'ERROR', code: catalogue[reason as 'CONFLICT'].code, path: 'x', text: 'why' },
    ]);
    expect(alarms).toEqual([]);
  });
});

describe('without a code the status decides', () => {
  it.each([
    [400, creation(), 'BAD_REQUEST'],
    [404, statusOf('enc!!x'), 'RESOURCE_UNKNOWN'],
    [405, cancellation, 'CONFLICT'],
    [404, basketDeletion, 'RESOURCE_UNKNOWN'],
    ...([405, 501] as const).map((status) => [status, basketDeletion, 'FORBIDDEN'] as const),
    ...([404, 405, 501] as const).map((status) => [status, basketCreation, 'FORBIDDEN'] as const),
    [409, creation(), 'CONFLICT'],
    [410, creation(), 'BAD_REQUEST'],
    [413, creation(), 'BODY_TOO_LARGE'],
  ] as const)('%i to %j', async (status, call, reason) => {
    const bodies = [undefined, '[]', '{}', '"x"', 'null', '{"tppMessages":{}}'];
    for (const body of status === 400 ? bodies : [...bodies, '<h1>no</h1>', '{']) {
      const { refusal, alarms } = await refused({ status, body }, call as UpstreamCall<CallName>);
      expect([body, refusal.reason, alarms]).toEqual([body, reason, []]);
    }
  });

  it('403 by the bank itself is FORBIDDEN', async () => {
    for (const body of [undefined, {}])
      expect((await refused({ status: 403, body })).refusal).toMatchObject({ reason: 'FORBIDDEN' });
  });
});

describe('a fault of this service is 500, with an alarm', () => {
  it.each<[string, Reply, string, UpstreamCall<CallName>?]>([
    ['our signature', { status: 401, body: fault('SIGNATURE_INVALID') }, 'SIGNATURE'],
    ['our signature, missing', { status: 401, body: fault('SIGNATURE_MISSING') }, 'SIGNATURE'],
    ['our clock', { status: 400, body: fault('TIMESTAMP_INVALID') }, 'SIGNATURE'],
    ['our certificate', { status: 401, body: fault('CERTIFICATE_INVALID') }, 'CERTIFICATE'],
    ['our certificate, ended', { status: 401, body: fault('CERTIFICATE_EXPIRED') }, 'CERTIFICATE'],
    ['our certificate, revoked', { status: 401, body: fault('CERTIFICATE_REVOKED') }, 'CERTIFICATE'],
    [
      'our certificate, although a log-in is offered',
      {
        status: 401,
        body: { ...fault('CERTIFICATE_INVALID'), _links: { scaRedirect: { href: 'https://bank.example/' } } },
      },
      'CERTIFICATE',
    ],
    ['our role', { status: 403, body: fault('ROLE_INVALID') }, 'ROLE'],
    [
      'our role, in a gateway’s body',
      { status: 401, body: { code: 'ROLE_INVALID', message: secret } },
      'ROLE',
    ],
    [
      'our role, behind another fault',
      { status: 403, body: said({ code: 'FORMAT_ERROR' }, { code: 'ROLE_INVALID' }) },
      'ROLE',
    ],
    [
      'our signature, at the header that has it',
      { status: 401, body: fault('SIGNATURE_INVALID', { path: 'Signature' }) },
      'SIGNATURE',
    ],
    ['401 without a word', { status: 401 }, 'CERTIFICATE'],
    ['403 by a gateway', { status: 403, body: `<h1>${secret}</h1>` }, 'REQUEST'],
    [
      '400 by a gateway, which refuses our certificate so',
      { status: 400, body: `<h1>${secret}</h1>` },
      'REQUEST',
    ],
    ['an address that is none', { status: 404, body: `<h1>${secret}</h1>` }, 'REQUEST'],
    ['an address that is none, by the bank', { status: 404, body: fault('NOT_FOUND') }, 'REQUEST'],
    ['a method that is none', { status: 405 }, 'REQUEST'],
    ...[406, 407, 411, 412, 414, 417, 421, 426, 428, 431].map((status): [string, Reply, string] => [
      `${status}`,
      { status },
      'REQUEST',
    ]),
    ['415', { status: 415, body: fault('BAD_REQUEST') }, 'REQUEST'],
    [
      'a header that only this service writes',
      { status: 400, body: fault('FORMAT_ERROR', { path: 'TPP-Redirect-URI' }) },
      'REQUEST',
    ],
    [
      'a header that only this service leaves out',
      { status: 400, body: fault('HTTP_HEADER_REQUIRED', { path: 'digest' }) },
      'REQUEST',
    ],
    ['a method, of a status', { status: 405 }, 'REQUEST', statusOf('enc!!x')],
  ])('%s', async (_, given, kind, call) => {
    const { refusal, alarms, notices, upstream } = await refused(given, call);
    expect(refusal).toMatchObject({ reason: 'SYSTEM_ERROR', status: 500, effect: 'NOT_DONE' });
    expect(refusal.tppMessages).toEqual([
      { category: 'ERROR', code: 'SYSTEM_ERROR', text: catalogue.SYSTEM_ERROR.text },
    ]);
    expect(alarms).toMatchObject([
      {
        kind,
        fields: { status: given.status, operation: expect.any(String), requestId: expect.any(String) },
      },
    ]);
    expect(notices).toEqual([]);
    expect(JSON.stringify([alarms, refusal])).not.toContain(secret);
    expect(upstream.figures().alarms).toMatchObject({ [kind]: 1 });
  });

  it('the TPP must change an X-Request-ID that was used for another request', async () => {
    const { refusal } = await refused({ status: 409, body: fault('CONFLICT', { path: 'X-Request-ID' }) });
    expect(refusal.tppMessages).toMatchObject([{ code: 'CONFLICT', path: 'X-Request-ID' }]);
  });

  it('the TPP must correct a PSU header that it can send', async () => {
    const { refusal } = await refused({
      status: 400,
      body: fault('HTTP_HEADER_REQUIRED', { path: 'PSU-Corporate-ID' }),
    });
    expect(refusal.tppMessages).toMatchObject([{ code: 'HTTP_HEADER_REQUIRED', path: 'PSU-Corporate-ID' }]);
  });

  it('the log line says by how much the clocks differ', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString();
    const { alarms } = await refused({ status: 401, body: fault('SIGNATURE_INVALID'), headers: { date } });
    expect(alarms).toMatchObject([{ fields: { bankAheadSeconds: expect.closeTo(600, -1) } }]);
  });

  it('the log line has the failure id of the bank, and its code where that is a word', async () => {
    const id = '98b599a9-f8de-4960-88f0-a2738a5595b9';
    const { alarms } = await refused({
      status: 401,
      body: { id, code: 'SIGNATURE_INVALID', message: secret },
    });
    expect(alarms).toMatchObject([{ fields: { id, code: 'SIGNATURE_INVALID' } }]);
    const other = await refused({ status: 401, body: { id: secret, code: secret } });
    expect(JSON.stringify(other.alarms)).not.toContain(secret);
  });
});

describe('a temporary failure is 503, with Retry-After', () => {
  it.each<[number, Reply['body'], Record<string, string>, number, string]>([
    [429, fault('ACCESS_EXCEEDED'), { 'retry-after': '17' }, 17, 'LIMITED'],
    [429, undefined, {}, 2, 'LIMITED'],
    [500, fault('SYSTEM_ERROR'), {}, 2, 'MAYBE_DONE'],
    [500, fault('FORMAT_ERROR'), {}, 2, 'MAYBE_DONE'],
    [500, '<h1>Kari Nordmann</h1>', {}, 2, 'MAYBE_DONE'],
    [502, '<h1>x</h1>', {}, 2, 'MAYBE_DONE'],
    [503, fault('SYSTEM_ERROR'), { 'retry-after': '4' }, 4, 'MAYBE_DONE'],
    [503, undefined, { 'retry-after': '0' }, 1, 'MAYBE_DONE'],
    [503, undefined, { 'retry-after': '99999999' }, 3_600, 'MAYBE_DONE'],
    [503, undefined, { 'retry-after': 'soon' }, 2, 'MAYBE_DONE'],
    [503, undefined, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 1, 'MAYBE_DONE'],
    [504, undefined, {}, 2, 'MAYBE_DONE'],
    [408, undefined, {}, 2, 'MAYBE_DONE'],
    [409, fault('CONFLICT'), { 'retry-after': '5' }, 5, 'MAYBE_DONE'],
    [400, fault('INTERNAL_SERVER_ERROR'), {}, 2, 'MAYBE_DONE'],
  ])('%i %j %j', async (status, body, headers, seconds, effect) => {
    const { refusal, alarms, notices } = await refused({ status, body, headers });
    expect(refusal).toMatchObject({
      reason: 'UNAVAILABLE',
      status: 503,
      effect,
      extras: { retryAfterSeconds: seconds },
    });
    expect(refusal.tppMessages).toMatchObject([{ code: 'SYSTEM_ERROR' }]);
    expect(alarms).toEqual([]);
    expect(notices).toMatchObject([{ name: 'call to the bank failed', fields: { status } }]);
    expect(JSON.stringify([notices, refusal])).not.toContain(secret);
  });

  it.each([429, 408, 500, 503])('%i of a gateway that gives X-Request-IDs of its own', async (status) => {
    const headers = { 'retry-after': '120', 'x-request-id': 'gateway-1' };
    const { refusal, notices } = await refused({ status, headers });
    expect(refusal.extras).toMatchObject({ retryAfterSeconds: 120 });
    expect(notices).toMatchObject([{ name: 'call to the bank failed', fields: { status } }]);
  });

  it.each([400, 401, 403, 404, 409])(
    '%i to another request, because it says nothing about this one',
    async (status) => {
      const headers = { 'x-request-id': 'another' };
      const { refusal, notices, alarms } = await refused({ status, body: fault('CONFLICT'), headers });
      expect(refusal).toMatchObject({ reason: 'UNAVAILABLE', effect: 'MAYBE_DONE' });
      expect(notices).toMatchObject([{ fields: { status, why: 'X-Request-ID of another request' } }]);
      expect(alarms).toEqual([]);
    },
  );

  it('a Retry-After that is a date counts from now', async () => {
    const { refusal } = await refused({
      status: 429,
      headers: { 'retry-after': new Date(Date.now() + 30_000).toUTCString() },
    });
    expect(refusal.extras.retryAfterSeconds).toBeGreaterThan(25);
    expect(refusal.extras.retryAfterSeconds).toBeLessThan(32);
  });

  it('an error page of a gateway', async () => {
    bank.next(html(503));
    const { upstream } = clientOf(settingsFor(bank.url));
    expect(await refusalOf(upstream.call(creation()))).toMatchObject({ reason: 'UNAVAILABLE' });
  });
});

describe('a challenge', () => {
  const scaRedirect = { href: 'https://bank.example/tap/1?state=x', verbs: ['GET'] };
  it.each([
    ['by its links alone', { _links: { scaRedirect } }, 'SCA_REQUIRED'],
    ['by its code', { ...fault('PSU_CREDENTIALS_INVALID'), _links: { scaRedirect } }, 'SCA_REQUIRED'],
    ['of a log-in that is too old', { ...fault('SCA_EXPIRED'), _links: { scaRedirect } }, 'SCA_EXPIRED'],
    ['of a consent that has ended', { ...fault('CONSENT_EXPIRED'), _links: { scaRedirect } }, 'SCA_EXPIRED'],
    ['by a code that nobody knows', { ...fault('TOKEN_UNKNOWN'), _links: { scaRedirect } }, 'SCA_REQUIRED'],
  ])('%s is answered with the address for the PSU, not thrown', async (_, body, reason) => {
    bank.next(reply({ status: 401, body }));
    const { upstream, alarms, notices } = clientOf(settingsFor(bank.url));
    expect(await upstream.call(creation())).toEqual({
      status: 401,
      challenge: { reason, scaRedirect: scaRedirect.href },
    });
    expect([alarms, notices]).toEqual([[], []]);
    expect(upstream.figures().calls.createPayment.CHALLENGED).toBe(1);
  });

  it.each([
    ['no address', fault('PSU_CREDENTIALS_INVALID')],
    ['an address that runs a script', { _links: { scaRedirect: { href: 'javascript:alert(1)' } } }],
    [
      'an address in clear',
      { ...fault('SCA_EXPIRED'), _links: { scaRedirect: { href: 'http://bank.example' } } },
    ],
  ])('with %s leads nowhere: 503', async (_, body) => {
    const { refusal, notices } = await refused({ status: 401, body });
    expect(refusal).toMatchObject({ reason: 'UNAVAILABLE', effect: 'NOT_DONE' });
    expect(notices).toHaveLength(1);
  });
});
