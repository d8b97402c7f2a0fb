import { beforeAll, describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { type Answer, psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import {
  authorise,
  basketsPath,
  complete,
  domesticPath,
  newBasket,
  newPayment,
  startAuthorisation,
} from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();
let approved: string;
let cancelled: string;
let basketed: string;
let open: string;
let signed: string;
beforeAll(async () => {
  [approved, cancelled, basketed] = [await newPayment(tpp), await newPayment(tpp), await newPayment(tpp)];
  await authorise(tpp, `${domesticPath}/${approved}/authorisations`);
  await tpp.rest('DELETE', `${domesticPath}/${cancelled}`);
  open = await newBasket(tpp, [basketed]);
  signed = await newBasket(tpp, [await newPayment(tpp)]);
  await authorise(tpp, ofBasket(signed, '/authorisations'));
});

const basket = (...paymentIds: readonly string[]) =>
  tpp.rest('POST', basketsPath, { body: { paymentIds }, headers: psuHeaders });
const refused = ({ status, json }: Answer) => [
  status,
  json.code,
  ...json.tppMessages.map((message: { path?: string }) => message.path),
];
const ofPayment = (id: string, what = '') => `${domesticPath}/${id}${what}`;
const ofBasket = (id: string, what = '') => `${basketsPath}/${id}${what}`;

describe('refusals of a payment', () => {
  it.each<[string, () => Promise<Answer>, unknown[]]>([
    ['unknown', () => tpp.rest('GET', ofPayment('nothing')), [404, 'RESOURCE_UNKNOWN', 'paymentId']],
    [
      'whose status is unknown',
      () => tpp.rest('GET', ofPayment('nothing', '/status')),
      [404, 'RESOURCE_UNKNOWN', 'paymentId'],
    ],
    ['cancelled twice', () => tpp.rest('DELETE', ofPayment(cancelled)), [409, 'CONFLICT', 'paymentId']],
    ['cancelled in a basket', () => tpp.rest('DELETE', ofPayment(basketed)), [409, 'CONFLICT', 'paymentId']],
    [
      'approved twice',
      () => tpp.rest('POST', ofPayment(approved, '/authorisations')),
      [409, 'CONFLICT', 'paymentId'],
    ],
    [
      'approved after its cancellation',
      () => tpp.rest('POST', ofPayment(cancelled, '/authorisations')),
      [409, 'CONFLICT', 'paymentId'],
    ],
    [
      'approved in a basket',
      () => tpp.rest('POST', ofPayment(basketed, '/authorisations')),
      [409, 'CONFLICT', 'paymentId'],
    ],
    [
      'whose cancellation needs no approval',
      () => tpp.rest('POST', ofPayment(basketed, '/cancellation-authorisations')),
      [409, 'CONFLICT', 'paymentId'],
    ],
    [
      'whose cancellation is over',
      () => tpp.rest('POST', ofPayment(cancelled, '/cancellation-authorisations')),
      [409, 'CONFLICT', 'paymentId'],
    ],
    [
      'with an authorisation that is unknown',
      () => tpp.rest('GET', ofPayment(approved, '/authorisations/nothing')),
      [404, 'SCA_NOT_FOUND', 'authorisationId'],
    ],
    [
      'made twice',
      async () => {
        const send = () => tpp.rest('POST', domesticPath, { body: domestic.example, headers: psuHeaders });
        await send();
        return send();
      },
      [409, 'CONFLICT', 'allowLogicalDuplicate'],
    ],
  ])('%s', async (_, act, expected) => expect(refused(await act())).toEqual(expected));
});

describe('refusals of a basket', () => {
  it.each<[string, () => Promise<Answer>, unknown[]]>([
    ['unknown', () => tpp.rest('GET', ofBasket('nothing')), [404, 'RESOURCE_UNKNOWN', 'basketId']],
    ['deleted after its approval', () => tpp.rest('DELETE', ofBasket(signed)), [409, 'CONFLICT', 'basketId']],
    [
      'approved twice',
      () => tpp.rest('POST', ofBasket(signed, '/authorisations')),
      [409, 'CONFLICT', 'basketId'],
    ],
    ['of a payment that is not free', () => basket(basketed), [409, 'CONFLICT', 'paymentIds[0]']],
    ['of a payment that is approved', () => basket(approved), [409, 'CONFLICT', 'paymentIds[0]']],
    [
      'of a bulk payment',
      async () => {
        const path = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
        const bulk = await tpp.rest('POST', path, { body: bulkDomestic.example, headers: psuHeaders });
        return basket(bulk.json.paymentId);
      },
      [400, 'REFERENCE_MIX_INVALID', 'paymentIds'],
    ],
    [
      'with an authorisation that is unknown',
      () => tpp.rest('GET', ofBasket(open, '/authorisations/nothing')),
      [404, 'SCA_NOT_FOUND', 'authorisationId'],
    ],
  ])('%s', async (_, act, expected) => expect(refused(await act())).toEqual(expected));
});

describe('refusals of the bank app', () => {
  const start = async (headers: Record<string, string> = {}) => {
    const id = await newPayment(tpp, {}, headers);
    return startAuthorisation(tpp, ofPayment(id, '/authorisations'));
  };
  const completed = async (authorisationId: string, customerNumber: string | null = null) => {
    const input = { authorisationId, outcome: 'APPROVE', customerNumber };
    return (await mutate(tpp, 'completeAuthorisation', input, 'tppMessages { code path }')).tppMessages;
  };

  it('an authorisation that is unknown or has ended', async () => {
    expect(await completed('nothing')).toEqual([{ code: 'SCA_NOT_FOUND', path: 'authorisationId' }]);
    const id = await start();
    await complete(tpp, id, 'REJECT');
    expect(await completed(id)).toEqual([{ code: 'CONFLICT', path: 'authorisationId' }]);
  });

  it('a customer who is unknown, or not the one that was named', async () => {
    expect(await completed(await start(), 'nobody')).toEqual([
      { code: 'RESOURCE_UNKNOWN', path: 'customerNumber' },
    ]);
    const named = await start({ 'x-psu-identity': '13039319955' });
    expect(await completed(named, '12085592767')).toEqual([{ code: 'SCA_INVALID', path: 'customerNumber' }]);
  });
});
