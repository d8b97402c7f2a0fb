import { randomUUID } from 'node:crypto';
import type { PaymentKind } from '../../play/outlines.ts';
import { at } from '../../record.ts';
import type { Answer } from '../../send.ts';
import { check, otherCheck, sandboxCheck, section } from '../check.ts';
import {
  areLinks,
  expectFields,
  expectRefused,
  expectStatus,
  expectThat,
  isText,
  linkIn,
  paymentIdOf,
} from '../expect.ts';
import { type ConformanceProbe, psuHeaders, without } from '../probe.ts';

const path = '/v1/signing-baskets';
const basketStatuses = ['RCVD', 'ACTC', 'PATC', 'RJCT'];

const create = (
  probe: ConformanceProbe,
  headers: Record<string, string>,
  paymentIds: unknown,
): Promise<Answer> => probe.ask('POST', path, { headers, body: { paymentIds } });

/** One payment of each kind, all of one new PSU. */
async function payments(probe: ConformanceProbe, ...kinds: readonly PaymentKind[]) {
  const headers = psuHeaders();
  const paymentIds: string[] = [];
  for (const kind of kinds) paymentIds.push(paymentIdOf(await probe.pay(kind, {}, { headers })));
  return { headers, paymentIds };
}

export const basketResource = section('2.3', 'Signing basket', [
  check('the creation response has the fields of the table', async (probe) => {
    const { headers, paymentIds } = await payments(probe, 'domestic');
    const { json } = expectStatus(await create(probe, headers, paymentIds), 201);
    const isStatus = (value: unknown) => basketStatuses.includes(String(value));
    expectFields(json, { basketId: isText, transactionStatus: isStatus, _links: areLinks }, 'the basket');
  }),
  check('it can be read again, with its payments', async (probe) => {
    const { headers, paymentIds } = await payments(probe, 'domestic', 'domestic');
    const basket = expectStatus(await create(probe, headers, paymentIds), 201);
    const { json } = expectStatus(await probe.ask('GET', linkIn(basket, 'self')), 200);
    expectThat(String(at(json, 'paymentIds')) === String(paymentIds), 'the basket has other paymentIds');
    expectStatus(await probe.ask('GET', linkIn(basket, 'status')), 200);
  }),
]);

export const basketCreation = section('4.1', 'Create signing basket', [
  check('accepts payments of every product under /v1/payments, including NCBCT', async (probe) => {
    const { headers, paymentIds } = await payments(probe, 'domestic', 'instant', 'cross-border', 'sepa');
    expectStatus(await create(probe, headers, paymentIds), 201);
  }),
  check('accepts 10 payments and refuses 11', async (probe) => {
    const { headers, paymentIds } = await payments(probe, ...Array<PaymentKind>(10).fill('domestic'));
    expectRefused(await create(probe, headers, [...paymentIds, randomUUID()]), 400, 'FORMAT_ERROR');
    expectStatus(await create(probe, headers, paymentIds), 201);
  }),
  ...(['periodic', 'bulk'] as const).map((kind) =>
    check(`refuses a ${kind} payment with REFERENCE_MIX_INVALID`, async (probe) => {
      const { headers, paymentIds } = await payments(probe, 'domestic', kind);
      expectRefused(await create(probe, headers, paymentIds), 400, 'REFERENCE_MIX_INVALID');
    }),
  ),
  check('refuses an empty list, a repeated id, and a value that is not a list', async (probe) => {
    const { headers, paymentIds } = await payments(probe, 'domestic');
    for (const wrong of [[], [...paymentIds, ...paymentIds], 'x', undefined, [1]])
      expectRefused(await create(probe, headers, wrong), 400, 'FORMAT_ERROR');
  }),
  check('refuses a payment that does not exist with 404', async (probe) => {
    expectRefused(await create(probe, psuHeaders(), [randomUUID()]), 404, 'RESOURCE_UNKNOWN');
  }),
  check(
    'refuses a payment that is already in a basket, and accepts it after that basket is deleted',
    async (probe) => {
      const { headers, paymentIds } = await payments(probe, 'domestic');
      const basket = expectStatus(await create(probe, headers, paymentIds), 201);
      expectRefused(await create(probe, headers, paymentIds), 409, 'CONFLICT');
      expectStatus(await probe.ask('DELETE', linkIn(basket, 'self')), 204);
      expectStatus(await create(probe, headers, paymentIds), 201);
    },
  ),
  check('refuses a payment of another PSU', async (probe) => {
    const [one, two] = [await payments(probe, 'domestic'), await payments(probe, 'domestic')];
    const mixed = [...one.paymentIds, ...two.paymentIds];
    expectRefused(await create(probe, one.headers, mixed), 400, 'REFERENCE_MIX_INVALID');
  }),
  sandboxCheck('accepts a request without Digest', async (probe) => {
    const { headers, paymentIds } = await payments(probe, 'domestic');
    const sign = { covered: ['date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'] };
    const ask = { headers, body: { paymentIds }, sign, ...without('digest') };
    expectStatus(await probe.ask('POST', path, ask), 201);
  }),
  otherCheck("treats another TPP's payment as unknown", async (probe, identity) => {
    const { headers, paymentIds } = await payments(probe, 'domestic');
    const answer = await probe.ask('POST', path, { headers, body: { paymentIds }, identity });
    expectRefused(answer, 404, 'RESOURCE_UNKNOWN');
  }),
]);
