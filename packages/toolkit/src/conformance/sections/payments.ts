import { randomUUID } from 'node:crypto';
import { bodyOf, pathOf } from '../../play/bodies.ts';
import type { PaymentKind } from '../../play/outlines.ts';
import { at, listAt, record, textAt } from '../../record.ts';
import { check, sandboxCheck, section } from '../check.ts';
import {
  expectRefused,
  expectStatus,
  expectThat,
  isText,
  linkIn,
  paymentIdOf,
  refuses,
  takes,
} from '../expect.ts';
import { psuHeaders } from '../probe.ts';
import { newCustomer } from './sandbox-parts.ts';

const structured = { remittanceInformationStructured: { reference: '1234566' } };

const refusesPast = (name: string, kind: PaymentKind, field: string) =>
  refuses(name, kind, { [field]: '2020-01-15' }, field, 'EXECUTION_DATE_INVALID');

export const periodicPayments = section('4.4', 'Create periodic payment (NDCT)', [
  check('creates a payment', async (probe) => void paymentIdOf(await probe.pay('periodic'))),
  ...['instructedAmount', 'creditorName', 'creditorAccount', 'debtorAccount', 'startDate', 'frequency'].map(
    (field) => refuses(`requires ${field}`, 'periodic', { [field]: null }),
  ),
  ...[
    'Daily',
    'Weekly',
    'EveryTwoWeeks',
    'Monthly',
    'EveryTwoMonths',
    'Quarterly',
    'SemiAnnual',
    'Annual',
  ].map((frequency) => takes(`accepts ${frequency}`, 'periodic', { frequency })),
  refuses('refuses an unknown frequency', 'periodic', { frequency: 'Hourly' }),
  takes('accepts MonthlyVariable with its months', 'periodic', {
    frequency: 'MonthlyVariable',
    monthsOfExecution: [1, 6, 11],
  }),
  refuses('refuses a month twice', 'periodic', { frequency: 'MonthlyVariable', monthsOfExecution: [3, 3] }),
  refuses(
    'refuses month 12',
    'periodic',
    { frequency: 'MonthlyVariable', monthsOfExecution: [12] },
    'monthsOfExecution[0]',
  ),
  refuses('refuses MonthlyVariable without months', 'periodic', {
    frequency: 'MonthlyVariable',
    monthsOfExecution: null,
  }),
  refuses('refuses monthsOfExecution with another frequency', 'periodic', { monthsOfExecution: [1] }),
  takes('accepts the execution rule preceeding, in this spelling', 'periodic', {
    executionRule: 'preceeding',
  }),
  refuses('refuses the spelling preceding', 'periodic', { executionRule: 'preceding' }),
  ...['1', '31'].map((day) => takes(`accepts day ${day} of the month`, 'periodic', { dayOfExecution: day })),
  ...['0', '32', '1st'].map((day) => refuses(`refuses day ${day}`, 'periodic', { dayOfExecution: day })),
  refuses('refuses an end before the start', 'periodic', { startDate: '2030-01-15', endDate: '2030-01-14' }),
  refusesPast('refuses a start in the past', 'periodic', 'startDate'),
  refuses('refuses a date that does not exist', 'periodic', { startDate: '2031-02-30' }),
]);

const cardDebtor = (scheme: string) => ({
  'debtorAccount.bban': null,
  'debtorAccount.other.identification': '492500xxxxxx1234',
  'debtorAccount.other.schemeNameProprietary': scheme,
});

export const instantPayments = section('4.5', 'Create instant domestic payment (INDCTS)', [
  check('creates a payment', async (probe) => void paymentIdOf(await probe.pay('instant'))),
  ...['instructedAmount', 'creditorName', 'creditorAccount', 'creditorAddress', 'debtorAccount'].map(
    (field) => refuses(`requires ${field}`, 'instant', { [field]: null }),
  ),
  refuses('requires the bban of the creditor', 'instant', {
    'creditorAccount.iban': 'NO9386011117947',
    'creditorAccount.bban': null,
  }),
  takes('accepts a card account as debtor', 'instant', cardDebtor('creditCardAccount')),
  refuses('refuses another scheme than creditCardAccount', 'instant', cardDebtor('debitCardAccount')),
  check('refuses a debtor with both bban and other, and with neither', async (probe) => {
    const other = { identification: '1', schemeNameProprietary: 'creditCardAccount' };
    for (const debtorAccount of [{ currency: 'NOK' }, { currency: 'NOK', bban: '95360573002', other }])
      expectRefused(await probe.pay('instant', { debtorAccount }), 400, 'FORMAT_ERROR');
  }),
  check('refuses structured and unstructured remittance together', async (probe) => {
    expectRefused(await probe.pay('instant', structured), 400, 'FORMAT_ERROR');
    expectStatus(await probe.pay('instant', { ...structured, remittanceInformationUnstructured: null }), 201);
  }),
  check('refuses a logical duplicate unless allowLogicalDuplicate is true', async (probe) => {
    const [headers, body] = [psuHeaders(), bodyOf('instant')];
    const send = (query: string) => probe.ask('POST', `${pathOf('instant')}${query}`, { headers, body });
    expectStatus(await send(''), 201);
    expectRefused(await send(''), 409, 'CONFLICT');
    expectRefused(await send('?allowLogicalDuplicate=false'), 409, 'CONFLICT');
    expectStatus(await send('?allowLogicalDuplicate=true'), 201);
  }),
  check('refuses another value of allowLogicalDuplicate', async (probe) => {
    const path = `${pathOf('instant')}?allowLogicalDuplicate=maybe`;
    const answer = await probe.ask('POST', path, { headers: psuHeaders(), body: bodyOf('instant') });
    expectRefused(answer, 400, 'FORMAT_ERROR', 'allowLogicalDuplicate');
  }),
  check('names every fault of a body at once', async (probe) => {
    const changes = { creditorName: null, 'instructedAmount.amount': '1', purposeCode: 'GIFT' };
    const answer = expectRefused(await probe.pay('instant', changes), 400, 'FORMAT_ERROR', 'creditorName');
    expectRefused(answer, 400, 'FORMAT_ERROR', 'instructedAmount.amount');
    expectRefused(answer, 400, 'FORMAT_ERROR', 'purposeCode');
  }),
]);

const plain = {
  instructedAmount: { amount: '10.00', currency: 'NOK' },
  creditorName: 'Kari Nordmann',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
};
const entry = (change: object = {}) => ({
  ...plain,
  remittanceInformationUnstructured: randomUUID(),
  ...change,
});

export const bulkPayments = section('4.6', 'Create bulk payment', [
  check('creates a payment', async (probe) => void paymentIdOf(await probe.pay('bulk'))),
  refuses('requires payments', 'bulk', { payments: null }),
  refuses('requires at least one entry', 'bulk', { payments: [] }),
  refuses('requires debtorAccount', 'bulk', { debtorAccount: null }),
  refuses('requires the bban of the debtor', 'bulk', { 'debtorAccount.bban': null }),
  refuses(
    'names the entry at fault',
    'bulk',
    { payments: [entry(), entry({ creditorName: undefined })] },
    'payments[1].creditorName',
  ),
  refuses(
    'names a field inside an entry',
    'bulk',
    { payments: [entry({ instructedAmount: { amount: 'x', currency: 'NOK' } })] },
    'payments[0].instructedAmount.amount',
  ),
  takes('accepts a list of structured remittance', 'bulk', {
    payments: [{ ...plain, remittanceInformationStructuredArray: [{ reference: '1234566' }] }],
  }),
  check('refuses structured and unstructured remittance in one entry', async (probe) => {
    expectRefused(await probe.pay('bulk', { payments: [entry(structured)] }), 400, 'FORMAT_ERROR');
  }),
  refusesPast('refuses an execution date in the past', 'bulk', 'requestedExecutionDate'),
  check('the same list of entries again is a logical duplicate', async (probe) => {
    const [headers, body] = [psuHeaders(), bodyOf('bulk')];
    expectStatus(await probe.ask('POST', pathOf('bulk'), { headers, body }), 201);
    expectRefused(await probe.ask('POST', pathOf('bulk'), { headers, body }), 409, 'CONFLICT');
  }),
]);

export const referredOperations = section('4.8', 'Operations referred to', [
  ...(['domestic', 'cross-border', 'sepa'] as const).map((kind) =>
    check(`creates a payment: ${kind}, and reads its status`, async (probe) => {
      const payment = await probe.pay(kind);
      paymentIdOf(payment);
      const { json } = expectStatus(await probe.ask('GET', linkIn(payment, 'status')), 200);
      const same = at(json, 'paymentId') === at(payment.json, 'paymentId');
      expectThat(same, 'the response has another paymentId');
      expectThat(isText(at(json, 'transactionStatus')), 'there is no transactionStatus');
    }),
  ),
  check('a SEPA payment must be in euro', async (probe) => {
    const changes = { instructedAmount: { amount: '1.00', currency: 'NOK' } };
    expectRefused(await probe.pay('sepa', changes), 400, 'FORMAT_ERROR', 'instructedAmount.currency');
  }),
  check('a product that does not exist is PRODUCT_UNKNOWN', async (probe) => {
    const request = { headers: psuHeaders(), body: bodyOf('instant') };
    const answer = await probe.ask('POST', '/v1/payments/gold-transfers', request);
    expectRefused(answer, 404, 'PRODUCT_UNKNOWN');
  }),
  check('a product of another payment service is PRODUCT_UNKNOWN', async (probe) => {
    const path = '/v1/bulk-payments/sepa-credit-transfers';
    const answer = await probe.ask('POST', path, { headers: psuHeaders(), body: bodyOf('bulk') });
    expectRefused(answer, 404, 'PRODUCT_UNKNOWN');
  }),
  check('starting an authorisation returns its id and scaRedirect', async (probe) => {
    const payment = await probe.pay('domestic');
    const authorisation = expectStatus(await probe.ask('POST', linkIn(payment, 'startAuthorisation')), 201);
    const { authorisationId, scaStatus } = record(authorisation.json);
    expectThat(isText(authorisationId), 'there is no authorisationId');
    expectThat(scaStatus === 'started', `scaStatus is ${textAt(authorisation.json, 'scaStatus')}`);
    expectThat(URL.canParse(linkIn(authorisation, 'scaRedirect')), 'scaRedirect is not an absolute address');
    const list = await probe.ask('GET', linkIn(payment, 'startAuthorisation'));
    const isListed = listAt(list.json, 'authorisationIds').includes(authorisationId);
    expectThat(isListed, 'the list does not contain it');
  }),
  sandboxCheck('a customer is created, and an existing customer number is a conflict', async (probe) => {
    const customer = expectStatus(await newCustomer(probe), 201);
    const number = textAt(customer.json, 'customerNumber') ?? '';
    expectRefused(await newCustomer(probe, number), 409, 'CONFLICT');
  }),
  sandboxCheck('a card account of a customer who does not exist is refused', async (probe) => {
    const body = { customerNumber: 'nobody', maskedPan: '492500xxxxxx9876', currency: 'NOK' };
    expectRefused(await probe.ask('POST', '/v1/sandbox/card-accounts', { body }), 404, 'RESOURCE_UNKNOWN');
  }),
]);
