/**
 * A facade in front of a bank like live platforms: a base path, ids that begin with `enc!!`, no `authorisationId`,
 * amounts as numbers, a 302 back without a body, and no replays.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { UpstreamClient } from '../../src/bank/upstream/client.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { clientOf, settingsFor } from '../bank/upstream/support/client.ts';
import {
  actsThenBreaks,
  breaksInTheMidst,
  html,
  type LiveBank,
  reply,
  startLiveBank,
  twice,
} from '../bank/upstream/support/live-bank.ts';
import { type Bank, psuHeaders, startBank, type Tpp, upstreamSecret } from '../support/bank.ts';
import { domesticPath as path } from '../support/story.ts';
import { Traveller } from '../support/traveller.ts';
import { newBody, referenceOf, statusAt } from './two-banks.ts';

let live: LiveBank;
let facade: Bank;
let upstream: UpstreamClient;
let tpp: Tpp;
beforeAll(async () => {
  live = await startLiveBank({ numbers: true, challenges: true });
  upstream = clientOf(settingsFor(live.url)).upstream;
  facade = await startBank({ upstream: { client: upstream, secret: () => upstreamSecret } });
  tpp = facade.tpp();
});
afterEach(() => live.always(null));
afterAll(async () => {
  await upstream.close();
  await Promise.all([live.stop(), facade.stop()]);
});

const psu = () => ({ ...psuHeaders, 'psu-context': null, 'psu-id': randomUUID() });

async function travel(link: string) {
  const person = new Traveller({ facade, bank: facade }, link);
  const left = await person.leave();
  const there = await fetch(left.location ?? '', { redirect: 'manual' });
  return person.come(there.headers.get('location') ?? '');
}

async function known() {
  const headers = psu();
  const first = await tpp.rest('POST', path, { body: newBody(), headers });
  expect([first.status, first.json.code], first.text).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
  const back = await travel(first.json._links.scaRedirect.href);
  expect(back.status, back.text).toBe(303);
  return headers;
}
async function pay(headers: Readonly<Record<string, string | null>>) {
  const made = await tpp.rest('POST', path, { body: newBody(), headers });
  expect(made.status, made.text).toBe(201);
  return { made, self: `${path}/${made.json.paymentId}` };
}
const start = async (self: string) => {
  const { json, status, text } = await tpp.rest('POST', `${self}/authorisations`);
  expect(status, text).toBe(201);
  return json._links.scaRedirect.href;
};
const later = () => facade.sql`update remote_resources set asked_at = asked_at - interval '1 hour'`;

it('a payment is created, approved, cancelled and followed under our id', async () => {
  const { made, self } = await pay(await known());
  expect(made.json).toMatchObject({
    transactionFees: { amount: '0.00', currency: 'NOK' },
    transactionFeeIndicator: true,
  });
  expect(made.text).not.toContain('enc!!');
  expect([...live.payments.keys()].at(-1)).toMatch(/^enc!!/);
  const back = await travel(await start(self));
  expect(back.status, back.text).toBe(303);
  expect(await statusAt(tpp, self)).toBe('PDNG');
  expect((await tpp.rest('DELETE', self)).status).toBe(202);
  const cancelling = await tpp.rest('POST', `${self}/cancellation-authorisations`);
  await travel(cancelling.json._links.scaRedirect.href);
  expect(await statusAt(tpp, self)).toBe('CANC');
});

it('a basket is created and signed, and a deleted one causes no error where the bank has no DELETE', async () => {
  const headers = await known();
  const paymentIds = [(await pay(headers)).made.json.paymentId, (await pay(headers)).made.json.paymentId];
  const basket = async () => {
    const { json } = await tpp.rest('POST', '/v1/signing-baskets', { body: { paymentIds }, headers });
    return `/v1/signing-baskets/${json.basketId}`;
  };
  const first = await basket();
  await start(first);
  expect((await tpp.rest('DELETE', first)).status).toBe(204);
  const second = await basket();
  await travel(await start(second));
  expect(await statusAt(tpp, second)).toBe('ACTC');
});

describe('a response that', () => {
  it.each([
    ['never comes, though the bank has acted', actsThenBreaks],
    ['breaks off in its midst', breaksInTheMidst],
    ['is a page of a gateway', html(502)],
    ['has no id', reply({ status: 201, body: { transactionStatus: 'RCVD' } })],
    ['says 429', reply({ status: 429, body: {}, headers: { 'retry-after': '7' } })],
  ])('%s is 503 for a creation, and the retry returns 201 with one payment', async (_, fault) => {
    const [headers, one, requestId] = [await known(), newBody(), randomUUID()];
    const before = live.payments.size;
    live.next(fault);
    const lost = await tpp.rest('POST', path, { requestId, body: one, headers });
    expect([lost.status, lost.json.code], lost.text).toEqual([503, 'SYSTEM_ERROR']);
    expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0);
    const found = await tpp.rest('POST', path, { requestId, body: one, headers });
    expect(found.status, found.text).toBe(201);
    expect(live.payments.size).toBe(before + 1);
  });

  interface Other {
    readonly product?: string;
    readonly query?: string;
    readonly body?: object;
    readonly headers?: object;
    /** The bank gets the same call again, and so has one payment. */
    readonly isRepetitionAtBank?: true;
  }
  it.each<[string, Other]>([
    ['another amount', { body: { instructedAmount: { amount: '999.00', currency: 'NOK' } } }],
    [
      'another product',
      { product: 'instant-norwegian-domestic-credit-transfers-straks', body: instantDomestic.example },
    ],
    ['another query', { query: '?allowLogicalDuplicate=true', isRepetitionAtBank: true }],
    ['another PSU header', { headers: { 'psu-ip-address': '198.51.100.7' } }],
  ])(
    'is lost frees its X-Request-ID for a request with %s, and the bank has the payment that we show',
    async (_, other) => {
      const [headers, one, requestId] = [await known(), newBody(), randomUUID()];
      live.next(actsThenBreaks);
      expect((await tpp.rest('POST', path, { requestId, body: one, headers })).status).toBe(503);
      const [before, mended] = [live.payments.size, { ...one, ...other.body }];
      const to = other.product === undefined ? path : `/v1/payments/${other.product}`;
      const made = await tpp.rest('POST', `${to}${other.query ?? ''}`, {
        requestId,
        body: mended,
        headers: { ...headers, ...other.headers },
      });
      expect(made.status, made.text).toBe(201);
      const shown = await tpp.rest('GET', `${to}/${made.json.paymentId}`);
      const there = live.payments.get(await referenceOf({ facade }, made.json.paymentId));
      expect(there?.instruction).toEqual(mended);
      expect(shown.json).toMatchObject(there?.instruction ?? {});
      const created = other.isRepetitionAtBank ? 0 : 1;
      expect([there?.path, live.payments.size]).toEqual([`${to}/${there?.id}`, before + created]);
    },
  );

  it('comes twice moves a status once', async () => {
    const { self } = await pay(await known());
    await travel(await start(self));
    live.next(twice(true));
    await later();
    expect(await statusAt(tpp, self)).toBe('PDNG');
    const moves = await facade.sql`
      select to_status from payment_status_changes where payment_id = ${self.split('/').at(-1) ?? ''}`;
    expect(moves.map(({ to_status }) => to_status)).toEqual(['PDNG']);
  });

  it('has an unknown status moves nothing', async () => {
    const { self } = await pay(await known());
    live.next(reply({ status: 200, body: { transactionStatus: 'XXXX' } }));
    await later();
    expect(await statusAt(tpp, self)).toBe('RCVD');
    expect(await (await facade.fetch('/metrics')).text()).toMatch(
      /psd2_bank_strange_statuses_total\{status="other"\} 1/,
    );
  });

  it('rejects our signature is our own fault: 500 for the TPP, whose request was valid', async () => {
    const headers = await known();
    live.next(reply({ status: 401, body: { tppMessages: [{ code: 'SIGNATURE_INVALID', text: 'no' }] } }));
    const refused = await tpp.rest('POST', path, { body: newBody(), headers });
    expect([refused.status, refused.json.code]).toEqual([500, 'SYSTEM_ERROR']);
  });
});
