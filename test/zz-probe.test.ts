import { afterAll, beforeAll, it } from 'vitest';
import { bulkDomestic } from '../src/domain/payments/products/bulk-domestic.ts';
import { instantDomestic } from '../src/domain/payments/products/instant-domestic.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from './support/bank.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());
const p = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const show = (n: string, a: { status: number; text: string; headers: Headers }) =>
  console.log(n, a.status, a.text.slice(0, 300), a.headers.get('allow'));
it('probes', async () => {
  for (const path of [
    `${p}/%00`,
    `${p}/%ff`,
    `${p}/%E0%A4%A`,
    `${p}/${'a'.repeat(600)}`,
    `${p}/%2F..%2Fx`,
    `${p}/`,
    `${p}/a/status/`,
    `${p}/a;b`,
    `${p}/%zz/status`,
    `/v1/payments/%00/x`,
    `/v1//x`,
    '/v1/payments/xx/yy/authorisations/%00',
  ])
    show(path.slice(0, 120), await tpp.rest('GET', path));
  for (const accept of [
    'application/json; charset=utf-8',
    '',
    'text/html',
    'application/json;q=0',
    '*/*;q=0.1',
    'application/*',
    ',,',
    'garbage',
  ])
    show('accept ' + accept, await tpp.rest('POST', p, { body: {}, headers: { ...psuHeaders, accept } }));
  for (const m of ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'get']) show(m, await tpp.rest(m, p));
  show('get ct', await tpp.rest('GET', `${p}/x`, { headers: { 'content-type': 'text/plain' } }));
  show('gql nul', await tpp.graphqlRaw('query($p:String!){payment(paymentId:$p){paymentId}}', { p: 'a\0b' }));
  show(
    'gql lit',
    await tpp.graphqlRaw(
      'mutation{createInstantPayment(input:{instructedAmount:{amount:"1.00",currency:"NOK"}}){tppMessages{code path}}}',
    ),
  );
  show(
    'gql lit2',
    await tpp.graphqlRaw(
      'mutation{createInstantPayment(input:{instructedAmount:{amount:"1.00",currency:"NOK"},creditorName:"a",creditorAccount:{bban:"86011117947",currency:NOK},creditorAddress:{country:NO},debtorAccount:{bban:"95360573002",currency:NOK}}){tppMessages{code path}}}',
      {},
      { headers: psuHeaders },
    ),
  );
  show(
    'bulk fee',
    await tpp.rest('POST', '/v1/bulk-payments/norwegian-domestic-credit-transfers', {
      headers: psuHeaders,
      body: {
        ...bulkDomestic.example,
        payments: [
          {
            ...(bulkDomestic.example.payments as any)[0],
            instructedAmount: { amount: '1.00', currency: 'SEK' },
          },
        ],
      },
    }),
  );
  show(
    'one bigs',
    await tpp.rest('POST', p, {
      headers: psuHeaders,
      body: { ...instantDomestic.example, ['\ud800x']: 1, __proto__x: 2, 'a\0': 3 },
    }),
  );
  show('dup', await tpp.rest('POST', p, { headers: psuHeaders, raw: '{"a":1,"\\u0061":2}' }));
  show(
    'deep',
    await tpp.rest('POST', p, { headers: psuHeaders, raw: '['.repeat(100000) + ']'.repeat(100000) }),
  );
  show(
    'deep2',
    await tpp.rest('POST', p, { headers: psuHeaders, raw: '{"a":'.repeat(40000) + '1' + '}'.repeat(40000) }),
  );
  show(
    'bom',
    await tpp.rest('POST', p, {
      headers: psuHeaders,
      raw: '\ufeff' + JSON.stringify({ ...instantDomestic.example, ultimateDebtor: 'b' }),
    }),
  );
});
