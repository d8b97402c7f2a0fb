import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { basketStatuses } from '../../../../../src/domain/baskets/basket.ts';
import type { PaymentKind } from '../../play/outlines.ts';
import { listAt } from '../../record.ts';
import { check, otherCheck, sandboxCheck, section } from '../check.ts';
import { areLinks, type Expected, expectFields, expectThat, isText, linkIn, textIn } from '../expect.ts';
import { type AskOptions, type ConformanceProbe, psuHeaders, without } from '../probe.ts';

async function payments(probe: ConformanceProbe, ...kinds: readonly PaymentKind[]) {
  const headers = psuHeaders();
  const paymentIds: string[] = [];
  for (const kind of kinds) paymentIds.push(textIn(await probe.pay(201, kind, {}, { headers }), 'paymentId'));
  const create = (expected: Expected, options: AskOptions = {}) =>
    probe.ask(expected, 'POST', '/v1/signing-baskets', { headers, body: { paymentIds }, ...options });
  return { paymentIds, create };
}

export const basketResource = section('2.3', 'Signing basket', [
  check('the creation response has the fields of the table', async (probe) => {
    const { create } = await payments(probe, 'domestic');
    const { json } = await create(201);
    const isStatus = (value: unknown) => basketStatuses.some((status) => status === value);
    expectFields(json, { basketId: isText, transactionStatus: isStatus, _links: areLinks }, 'the basket');
  }),
  check('it can be read again, with its payments', async (probe) => {
    const { create, paymentIds } = await payments(probe, 'domestic', 'domestic');
    const basket = await create(201);
    const { json } = await probe.ask(200, 'GET', linkIn(basket, 'self'));
    const ids = listAt(json, 'paymentIds').map(String).toSorted();
    expectThat(isDeepStrictEqual(ids, paymentIds.toSorted()), 'the basket has other paymentIds');
    await probe.ask(200, 'GET', linkIn(basket, 'status'));
  }),
]);

export const basketCreation = section('4.1', 'Create signing basket', [
  check('accepts payments of every product under /v1/payments, including NCBCT', async (probe) => {
    const { create } = await payments(probe, 'domestic', 'instant', 'cross-border', 'sepa');
    await create(201);
  }),
  check('accepts 10 payments and refuses 11', async (probe) => {
    const { create, paymentIds } = await payments(probe, ...Array<PaymentKind>(10).fill('domestic'));
    await create('400 FORMAT_ERROR', { body: { paymentIds: [...paymentIds, randomUUID()] } });
    await create(201);
  }),
  ...(['periodic', 'bulk'] as const).map((kind) =>
    check(`refuses a ${kind} payment with REFERENCE_MIX_INVALID`, async (probe) => {
      const { create } = await payments(probe, 'domestic', kind);
      await create('400 REFERENCE_MIX_INVALID');
    }),
  ),
  check('refuses an empty list, a repeated id, and a value that is not a list', async (probe) => {
    const { create, paymentIds } = await payments(probe, 'domestic');
    for (const wrong of [[], [...paymentIds, ...paymentIds], 'x', undefined, [1]])
      await create('400 FORMAT_ERROR', { body: { paymentIds: wrong } });
  }),
  check('refuses a payment that does not exist with 404', async (probe) => {
    const { create } = await payments(probe);
    await create('404 RESOURCE_UNKNOWN', { body: { paymentIds: [randomUUID()] } });
  }),
  check(
    'refuses a payment that is already in a basket, and accepts it after that basket is deleted',
    async (probe) => {
      const { create } = await payments(probe, 'domestic');
      const basket = await create(201);
      await create('409 CONFLICT');
      await probe.ask(204, 'DELETE', linkIn(basket, 'self'));
      await create(201);
    },
  ),
  check('refuses a payment of another PSU', async (probe) => {
    const [one, two] = [await payments(probe, 'domestic'), await payments(probe, 'domestic')];
    const body = { paymentIds: [...one.paymentIds, ...two.paymentIds] };
    await one.create('400 REFERENCE_MIX_INVALID', { body });
  }),
  sandboxCheck('accepts a request without Digest', async (probe) => {
    const { create } = await payments(probe, 'domestic');
    const sign = { covered: ['date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'] };
    await create(201, { sign, ...without('digest') });
  }),
  otherCheck("treats another TPP's payment as unknown", async (probe, identity) => {
    const { create } = await payments(probe, 'domestic');
    await create('404 RESOURCE_UNKNOWN', { identity });
  }),
]);
