import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { codeOn, privateCustomer, Visitor } from '../../sca/visitor.ts';
import { psuHeaders } from '../../support/bank.ts';
import { domesticPath } from '../../support/story.ts';
import { newTrace } from './support/collector.ts';
import { startTracedBank, type TracedBank } from './support/traced-bank.ts';

let bank: TracedBank;
beforeAll(async () => {
  bank = await startTracedBank();
});
afterAll(() => bank.stop());

function leaves(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** As a whole word: a short number may be a part of an id. */
const occurs = (text: string, within: string): boolean =>
  new RegExp(`(?<!\\w)${text.replace(/\W/g, '\\$&')}(?!\\w)`).test(within);

const words = new Set([
  'application/json',
  'localhost:4000',
  'http',
  'POST',
  'GET',
  'DELETE',
  'RCVD',
  '201',
  '200',
]);

it('spans contain no headers, bodies, variables or ids, and nothing about the TPP, the PSU and their accounts', async () => {
  const tppId = 'PSDNO-FSA-HIDDEN';
  const tpp = bank.tpp(tppId);
  const { debtorAccount, creditorAccount } = domestic.example as { [account: string]: { bban: string } };
  const sent: Record<string, string> = {
    ...psuHeaders,
    'psu-id': randomUUID(),
    'psu-ip-address': '203.0.113.77',
    'psu-user-agent': 'Browser of Kari 7.3',
    'psu-geo-location': 'GEO:59.911491;10.757933',
    'tpp-session-id': 'session-of-kari',
    'user-agent': 'client of a TPP',
    'x-forwarded-for': '198.51.100.99',
    'x-request-id': randomUUID(),
  };
  const body = {
    ...domestic.example,
    creditorName: 'Kari Nordmann-Hemmelig',
    remittanceInformationUnstructured: 'rent of a secret flat',
    endToEndIdentification: 'E2E-4711-SECRET',
    instructedAmount: { amount: '7654.32', currency: 'NOK' },
  };
  const made = await tpp.rest('POST', domesticPath, { body, headers: sent });
  expect(made.status).toBe(201);
  const { paymentId } = made.json;
  const started = await tpp.rest('POST', `${domesticPath}/${paymentId}/authorisations`, {
    headers: { ...sent, 'x-request-id': randomUUID() },
  });
  const { authorisationId, _links } = started.json;
  const visitor = new Visitor(bank, _links.scaRedirect.href);
  await visitor.open();
  await visitor.identify(privateCustomer);
  await visitor.approve(codeOn(await visitor.open()));
  const variables = {
    input: {
      instructedAmount: { amount: '1234.56', currency: 'NOK' },
      creditorAccount,
      debtorAccount,
      creditorName: 'Ola Nordmann-Hemmelig',
      remittanceInformationUnstructured: 'a text of GraphQL',
    },
  };
  const asked = await tpp.graphqlRaw(
    `mutation NameOfKari($input: CreateDomesticPaymentInput!) {
      aliasOfKari: createDomesticPayment(input: $input) { payment { paymentId debtorAccount { bban } } } }`,
    variables,
    { headers: { ...sent, 'x-request-id': randomUUID() } },
  );
  const filter = {
    statuses: ['ACWP', 'PRSY'],
    products: ['SCT'],
    amountFrom: '4321.09',
    text: 'text of a filter',
  };
  const listed = await tpp.graphqlRaw(
    'query ($filter: PaymentFilter) { payments(first: 3, filter: $filter) { totalCount nodes { paymentId } } }',
    { filter },
    { headers: { ...sent, 'x-request-id': randomUUID() } },
  );
  expect(listed.data.payments.totalCount).toBe(0);
  await tpp.rest('GET', `${domesticPath}/${paymentId}?secretQuery=kari`, { headers: sent });
  await tpp.rest('POST', domesticPath, { raw: '{"secretKey": kari', headers: sent });
  await tpp.graphqlRaw('{ payment(paymentId: "secretLiteral") { secretField } }', {}, { headers: sent });
  await bank.sql.unsafe('alter table payments rename to payments_away');
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await tpp.rest('GET', `${domesticPath}/${paymentId}`, { headers: sent });
  said.mockRestore();
  await bank.sql.unsafe('alter table payments_away rename to payments');

  const { traceId, traceparent } = newTrace();
  await bank.fetch('/v1/none', { headers: { traceparent } });
  await bank.collector.traceOf(traceId);
  const exported = bank.collector.bodies.join('\n');
  expect(bank.collector.spans.length).toBeGreaterThan(60);
  const secrets = new Set([
    ...leaves(sent),
    ...leaves(body),
    ...leaves(variables),
    ...leaves(filter),
    ...leaves(made.json),
    ...leaves(asked.json),
    ...[tppId, `TPP ${tppId}`, authorisationId, visitor.path.split('/').pop() ?? '', visitor.formToken],
    ...[visitor.cookie ?? 'no cookie', privateCustomer],
    ...['NameOfKari', 'aliasOfKari', 'secretQuery', 'secretKey', 'secretLiteral', 'secretField', 'kari'],
    ...tpp.identity.certificatePem.split('\n').filter((line) => line.length === 64),
  ]);
  expect(secrets.size).toBeGreaterThan(40);
  const shown = [...secrets].filter((text) => text.length > 2 && !words.has(text) && occurs(text, exported));
  expect(shown).toEqual([]);
});
