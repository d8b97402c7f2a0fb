import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { basketStatuses } from '../../../../../src/domain/baskets/basket.ts';
import type { PaymentKind } from '../../play/outlines.ts';
import { listAt } from '../../record.ts';
import { check, sandboxCheck, secondTppCheck, section } from '../check.ts';
import { areLinks, type Expected, expectFields, expectThat, isText, linkIn, textIn } from '../expect.ts';
import { type AskOptions, type ConformanceProbe, psuHeaders, withoutHeaders } from '../probe.ts';

/** Creates payments of one PSU. `createBasket` sends their ids with the headers of that PSU. */
async function newPayments(probe: ConformanceProbe, ...kinds: readonly PaymentKind[]) {
  const headers = psuHeaders();
  const paymentIds: string[] = [];
  for (const kind of kinds) paymentIds.push(textIn(await probe.pay(201, kind, {}, { headers }), 'paymentId'));
  const createBasket = (expected: Expected, options: AskOptions = {}) =>
    probe.ask(expected, 'POST', '/v1/signing-baskets', { headers, body: { paymentIds }, ...options });
  return { paymentIds, createBasket };
}

export const basketResource = section('2.3', 'Signing basket', [
  check('the creation response has the fields of the table', async (probe) => {
    const { createBasket } = await newPayments(probe, 'domestic');
    const { json } = await createBasket(201);
    const isStatus = (value: unknown) => basketStatuses.some((status) => status === value);
    expectFields(json, { basketId: isText, transactionStatus: isStatus, _links: areLinks }, 'the basket');
  }),
  check('it can be read again, with its payments', async (probe) => {
    const { createBasket, paymentIds } = await newPayments(probe, 'domestic', 'domestic');
    const basket = await createBasket(201);
    const { json } = await probe.ask(200, 'GET', linkIn(basket, 'self'));
    const ids = listAt(json, 'paymentIds').map(String).toSorted();
    expectThat(isDeepStrictEqual(ids, paymentIds.toSorted()), 'the basket has other paymentIds');
    await probe.ask(200, 'GET', linkIn(basket, 'status'));
  }),
]);

export const basketCreation = section('4.1', 'Create signing basket', [
  check('accepts payments of every product under /v1/payments, including NCBCT', async (probe) => {
    const { createBasket } = await newPayments(probe, 'domestic', 'instant', 'cross-border', 'sepa');
    await createBasket(201);
  }),
  check('accepts 10 payments and refuses 11', async (probe) => {
    const { createBasket, paymentIds } = await newPayments(probe, ...Array<PaymentKind>(10).fill('domestic'));
    await createBasket('400 FORMAT_ERROR', { body: { paymentIds: [...paymentIds, randomUUID()] } });
    await createBasket(201);
  }),
  ...(['periodic', 'bulk'] as const).map((kind) =>
    check(`refuses a ${kind} payment with REFERENCE_MIX_INVALID`, async (probe) => {
      const { createBasket } = await newPayments(probe, 'domestic', kind);
      await createBasket('400 REFERENCE_MIX_INVALID');
    }),
  ),
  check('refuses an empty list, a repeated id, and a value that is not a list', async (probe) => {
    const { createBasket, paymentIds } = await newPayments(probe, 'domestic');
    for (const wrong of [[], [...paymentIds, ...paymentIds], 'x', undefined, [1]])
      await createBasket('400 FORMAT_ERROR', { body: { paymentIds: wrong } });
  }),
  check('refuses a payment that does not exist with 404', async (probe) => {
    const { createBasket } = await newPayments(probe);
    await createBasket('404 RESOURCE_UNKNOWN', { body: { paymentIds: [randomUUID()] } });
  }),
  check(
    'refuses a payment that is already in a basket, and accepts it after that basket is deleted',
    async (probe) => {
      const { createBasket } = await newPayments(probe, 'domestic');
      const basket = await createBasket(201);
      await createBasket('409 CONFLICT');
      await probe.ask(204, 'DELETE', linkIn(basket, 'self'));
      await createBasket(201);
    },
  ),
  check('refuses a payment of another PSU', async (probe) => {
    const [one, two] = [await newPayments(probe, 'domestic'), await newPayments(probe, 'domestic')];
    const body = { paymentIds: [...one.paymentIds, ...two.paymentIds] };
    await one.createBasket('400 REFERENCE_MIX_INVALID', { body });
  }),
  // Outside a sandbox, the bank requires the Digest of every body.
  sandboxCheck('accepts a request without Digest', async (probe) => {
    const { createBasket } = await newPayments(probe, 'domestic');
    const sign = { covered: ['date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'] };
    await createBasket(201, { sign, ...withoutHeaders('digest') });
  }),
  secondTppCheck("treats another TPP's payment as unknown", async (probe, identity) => {
    const { createBasket } = await newPayments(probe, 'domestic');
    await createBasket('404 RESOURCE_UNKNOWN', { identity });
  }),
]);
