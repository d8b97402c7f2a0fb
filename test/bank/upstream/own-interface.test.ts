import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPassedHeaders } from '../../../src/bank/upstream/headers.ts';
import { createUpstreamIds } from '../../../src/bank/upstream/ids.ts';
import { products } from '../../../src/domain/payments/products/list.ts';
import { type Bank, certificateFor, startBank } from '../../support/bank.ts';
import { listenOn } from '../../support/listen.ts';
import {
  clientOf,
  closeClients,
  creation,
  domestic,
  instruction,
  refusalOf,
  type Spoken,
  settingsFor,
  statusOf,
  tpp,
} from './support/client.ts';

let bank: Bank;
let stop: () => Promise<void>;
let spoken: Spoken;
beforeAll(async () => {
  bank = await startBank();
  const listening = await listenOn(bank.app);
  stop = () => listening.stop(1_000);
  const url = `http://localhost:${listening.port}`;
  spoken = clientOf(settingsFor(url, { identity: certificateFor('PSDNO-FSA-FACADE') }));
});
afterAll(async () => {
  await closeClients();
  await stop?.();
  await bank?.stop();
});

const ids = createUpstreamIds(() => 'of the tests');
const psu = ids.derivePsu(tpp.tppId, '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11', 'session-1');
const ofPsu = (context: string | null) =>
  readPassedHeaders((name) =>
    name === 'PSU-IP-Address' ? '192.0.2.7' : name === 'PSU-Context' ? context : null,
  );
const given = { psu, headers: ofPsu('PRIVATE'), redirectUri: 'https://facade.example/sca/return?s=1' };

async function create(more: Parameters<typeof creation>[0] = {}) {
  const created = await spoken.upstream.call(creation({ ...given, ...more }));
  if (created.status === 401) throw new Error('challenged');
  return created.body;
}

it.each(products.map(({ service, name, example }) => [service, name, example] as const))(
  '%s, %s: created, read and cancelled',
  async (service, product, example) => {
    const { paymentId, ...created } = await create({ parameters: { service, product }, body: example });
    expect(created).toMatchObject({ transactionFeeIndicator: false });
    expect(created._links?.scaRedirect?.href).toMatch(/^http:\/\/localhost:/);
    const parameters = { service, product, paymentId };
    const { upstream } = spoken;
    const call = { tpp, parameters } as const;
    expect(await upstream.call({ ...call, operation: 'getPaymentStatus' })).toMatchObject({
      body: { transactionStatus: 'RCVD' },
    });
    const started = await upstream.call({ ...call, ...given, operation: 'startAuthorisation' });
    expect(started).toMatchObject({ status: 201 });
    expect(await upstream.call({ ...call, operation: 'cancelPayment' })).toMatchObject({ status: 204 });
    expect(await refusalOf(upstream.call({ ...call, operation: 'cancelPayment' }))).toMatchObject({
      reason: 'CONFLICT',
      effect: 'NOT_DONE',
    });
  },
);

describe('a basket', () => {
  it('is made, authorised and deleted', async () => {
    const body = { ...instruction, endToEndIdentification: 'B1' };
    const { paymentId } = await create({ body, query: { allowLogicalDuplicate: 'true' } });
    const { upstream } = spoken;
    const basket = await upstream.call({
      tpp,
      ...given,
      operation: 'createBasket',
      parameters: {},
      body: { paymentIds: [paymentId] },
    });
    if (basket.status === 401) throw new Error('challenged');
    const parameters = { basketId: basket.body.basketId };
    expect(
      await upstream.call({ tpp, ...given, operation: 'startBasketAuthorisation', parameters }),
    ).toMatchObject({ status: 201 });
    expect(await upstream.call({ tpp, operation: 'deleteBasket', parameters })).toMatchObject({
      status: 204,
    });
    expect(await refusalOf(upstream.call({ tpp, operation: 'deleteBasket', parameters }))).toMatchObject({
      reason: 'RESOURCE_UNKNOWN',
    });
  });
});

it('a PSU without a log-in is a challenge with an address for a browser', async () => {
  const other = ids.derivePsu('PSDNO-FSA-OTHER', '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11', 'session-1');
  const answer = await spoken.upstream.call(
    creation({ ...given, tpp: { tppId: other.tppId, name: 'Other AS' }, psu: other, headers: ofPsu(null) }),
  );
  expect(answer).toMatchObject({
    status: 401,
    challenge: {
      reason: 'SCA_REQUIRED',
      scaRedirect: expect.stringMatching(/^http:\/\/localhost:.*\/sca\//),
    },
  });
});

it('a repetition under the same id is the same payment, and another request under it is refused', async () => {
  const requestId = ids.deriveRequestId(tpp.tppId, 'once', '', instruction);
  const body = { ...instruction, endToEndIdentification: 'R1' };
  const query = { allowLogicalDuplicate: 'true' };
  const { paymentId } = await create({ requestId, body, query });
  expect(await create({ requestId, body, query })).toMatchObject({ paymentId });
  const refusal = await refusalOf(create({ requestId, query }));
  expect(refusal).toMatchObject({ reason: 'CONFLICT', effect: 'NOT_DONE' });
});

describe('a refusal is passed on', () => {
  it('with every code and path', async () => {
    const body = { ...instruction, creditorName: '', instructedAmount: { amount: '1', currency: 'NOK' } };
    const refusal = await refusalOf(create({ body }));
    expect(refusal.tppMessages).toMatchObject([
      { code: 'FORMAT_ERROR', path: 'instructedAmount.amount' },
      { code: 'FORMAT_ERROR', path: 'creditorName' },
    ]);
  });

  it('of a payment that is not there', async () => {
    expect(await refusalOf(spoken.upstream.call(statusOf('nowhere')))).toMatchObject({
      reason: 'RESOURCE_UNKNOWN',
    });
  });

  it('of a header that the TPP left out', async () => {
    const { headers: _, ...without } = given;
    const refusal = await refusalOf(spoken.upstream.call(creation(without)));
    expect(refusal.tppMessages).toMatchObject([{ code: 'HTTP_HEADER_REQUIRED', path: 'PSU-IP-Address' }]);
  });
});

describe('a fault of ours is an alarm', () => {
  it.each([
    ['a certificate that the bank does not know', settingsFor, 'CERTIFICATE'],
    [
      'a certificate without the role',
      (url: string) => settingsFor(url, { identity: certificateFor('PSDNO-FSA-AIS', ['PSP_AI']) }),
      'ROLE',
    ],
    ['an address below the real one', (url: string) => settingsFor(`${url}/api`), 'REQUEST'],
  ])('%s', async (_, settings, kind) => {
    const { upstream, alarms } = clientOf(settings(spoken.url));
    expect(await refusalOf(upstream.call(creation(given)))).toMatchObject({ reason: 'SYSTEM_ERROR' });
    expect(alarms).toMatchObject([{ kind }]);
  });

  it('a clock that is wrong', async () => {
    const { upstream, alarms } = clientOf(
      settingsFor(spoken.url, { identity: certificateFor('PSDNO-FSA-FACADE') }),
      { now: () => Date.now() - 3_600_000 },
    );
    expect(await refusalOf(upstream.call({ ...creation(given) }))).toMatchObject({ reason: 'SYSTEM_ERROR' });
    expect(alarms).toMatchObject([
      { kind: 'SIGNATURE', fields: { code: 'SIGNATURE_INVALID', id: expect.any(String) } },
    ]);
  });
});

it('a payment of a product that the bank lacks is refused', async () => {
  expect(domestic.service).toBe('payments');
  const parameters = { ...domestic, product: 'nowhere' };
  expect(await refusalOf(spoken.upstream.call(creation({ ...given, parameters })))).toMatchObject({
    reason: 'PRODUCT_UNKNOWN',
  });
});
