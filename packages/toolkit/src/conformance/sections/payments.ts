import { frequencies } from '../../../../../src/domain/schedule/plan.ts';
import { bodyOf, pathOf } from '../../play/bodies.ts';
import type { PaymentKind } from '../../play/outlines.ts';
import { at, listAt, textAt } from '../../record.ts';
import { check, pays, refuses, sandboxCheck, section } from '../check.ts';
import { type Expected, expectAnswer, expectThat, isText, linkIn, textIn } from '../expect.ts';
import { bulkEntry, psuHeaders } from '../probe.ts';
import { newCustomer } from '../sandbox-resources.ts';

const structured = { remittanceInformationStructured: { reference: '1234566' } };

const creates = (kind: PaymentKind) =>
  check('creates a payment', async (probe) => textIn(await probe.pay(201, kind), 'paymentId'));
const requires = (kind: PaymentKind, ...fields: readonly string[]) =>
  fields.map((field) => refuses(`requires ${field}`, kind, { [field]: null }));
const refusesPast = (name: string, kind: PaymentKind, field: string) =>
  pays(name, `400 EXECUTION_DATE_INVALID ${field}`, kind, { [field]: '2020-01-15' });

export const periodicPayments = section('4.4', 'Create periodic payment (NDCT)', [
  creates('periodic'),
  ...requires('periodic', 'instructedAmount', 'creditorName', 'creditorAccount'),
  ...requires('periodic', 'debtorAccount', 'startDate', 'frequency'),
  ...frequencies
    .filter((frequency) => frequency !== 'MonthlyVariable')
    .map((frequency) => pays(`accepts ${frequency}`, 201, 'periodic', { frequency })),
  refuses('refuses an unknown frequency', 'periodic', { frequency: 'Hourly' }),
  pays('accepts MonthlyVariable with its months', 201, 'periodic', {
    frequency: 'MonthlyVariable',
    monthsOfExecution: [1, 6, 11],
  }),
  refuses('refuses a month twice', 'periodic', { frequency: 'MonthlyVariable', monthsOfExecution: [3, 3] }),
  // In the specification the months end at 11.
  pays('refuses month 12', '400 FORMAT_ERROR monthsOfExecution[0]', 'periodic', {
    frequency: 'MonthlyVariable',
    monthsOfExecution: [12],
  }),
  refuses('refuses MonthlyVariable without months', 'periodic', {
    frequency: 'MonthlyVariable',
    monthsOfExecution: null,
  }),
  refuses('refuses monthsOfExecution with another frequency', 'periodic', { monthsOfExecution: [1] }),
  pays('accepts the execution rule preceeding, in this spelling', 201, 'periodic', {
    executionRule: 'preceeding',
  }),
  refuses('refuses the spelling preceding', 'periodic', { executionRule: 'preceding' }),
  ...['1', '31'].map((day) =>
    pays(`accepts day ${day} of the month`, 201, 'periodic', { dayOfExecution: day }),
  ),
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
  creates('instant'),
  ...requires('instant', 'instructedAmount', 'creditorName', 'creditorAccount'),
  ...requires('instant', 'creditorAddress', 'debtorAccount'),
  refuses('requires the bban of the creditor', 'instant', {
    'creditorAccount.iban': 'NO9386011117947',
    'creditorAccount.bban': null,
  }),
  pays('accepts a card account as debtor', 201, 'instant', cardDebtor('creditCardAccount')),
  refuses('refuses another scheme than creditCardAccount', 'instant', cardDebtor('debitCardAccount')),
  check('refuses a debtor with both bban and other, and with neither', async (probe) => {
    const other = { identification: '1', schemeNameProprietary: 'creditCardAccount' };
    for (const debtorAccount of [{ currency: 'NOK' }, { currency: 'NOK', bban: '95360573002', other }])
      await probe.pay('400 FORMAT_ERROR', 'instant', { debtorAccount });
  }),
  check('refuses structured and unstructured remittance together', async (probe) => {
    await probe.pay('400 FORMAT_ERROR', 'instant', structured);
    await probe.pay(201, 'instant', { ...structured, remittanceInformationUnstructured: null });
  }),
  check('refuses a logical duplicate unless allowLogicalDuplicate is true', async (probe) => {
    const [headers, body] = [psuHeaders(), bodyOf('instant')];
    const send = (expected: Expected, query: string) =>
      probe.ask(expected, 'POST', `${pathOf('instant')}${query}`, { headers, body });
    await send(201, '');
    await send('409 CONFLICT', '');
    await send('409 CONFLICT', '?allowLogicalDuplicate=false');
    await send(201, '?allowLogicalDuplicate=true');
  }),
  check('refuses another value of allowLogicalDuplicate', (probe) => {
    const path = `${pathOf('instant')}?allowLogicalDuplicate=maybe`;
    const request = { headers: psuHeaders(), body: bodyOf('instant') };
    return probe.ask('400 FORMAT_ERROR allowLogicalDuplicate', 'POST', path, request);
  }),
  check('names every fault of a body at once', async (probe) => {
    const changes = { creditorName: null, 'instructedAmount.amount': '1', purposeCode: 'GIFT' };
    const answer = await probe.pay(400, 'instant', changes);
    for (const path of Object.keys(changes)) expectAnswer(answer, `400 FORMAT_ERROR ${path}`);
  }),
]);

const structuredEntry = bulkEntry({
  remittanceInformationUnstructured: undefined,
  remittanceInformationStructuredArray: [{ reference: '1234566' }],
});

export const bulkPayments = section('4.6', 'Create bulk payment', [
  creates('bulk'),
  refuses('requires payments', 'bulk', { payments: null }),
  refuses('requires at least one entry', 'bulk', { payments: [] }),
  refuses('requires debtorAccount', 'bulk', { debtorAccount: null }),
  refuses('requires the bban of the debtor', 'bulk', { 'debtorAccount.bban': null }),
  pays('names the entry at fault', '400 FORMAT_ERROR payments[1].creditorName', 'bulk', {
    payments: [bulkEntry(), bulkEntry({ creditorName: undefined })],
  }),
  pays('names a field inside an entry', '400 FORMAT_ERROR payments[0].instructedAmount.amount', 'bulk', {
    payments: [bulkEntry({ instructedAmount: { amount: 'x', currency: 'NOK' } })],
  }),
  pays('accepts a list of structured remittance', 201, 'bulk', { payments: [structuredEntry] }),
  pays('refuses structured and unstructured remittance in one entry', '400 FORMAT_ERROR', 'bulk', {
    payments: [bulkEntry(structured)],
  }),
  refusesPast('refuses an execution date in the past', 'bulk', 'requestedExecutionDate'),
  check('the same list of entries again is a logical duplicate', async (probe) => {
    const [headers, body] = [psuHeaders(), bodyOf('bulk')];
    await probe.pay(201, 'bulk', {}, { headers, body });
    await probe.pay('409 CONFLICT', 'bulk', {}, { headers, body });
  }),
]);

const unknownProduct = (name: string, path: string, kind: PaymentKind) =>
  check(`${name} is PRODUCT_UNKNOWN`, (probe) =>
    probe.ask('404 PRODUCT_UNKNOWN', 'POST', path, { headers: psuHeaders(), body: bodyOf(kind) }),
  );

export const referredOperations = section('4.8', 'Operations referred to', [
  ...(['domestic', 'cross-border', 'sepa'] as const).map((kind) =>
    check(`creates a payment: ${kind}, and reads its status`, async (probe) => {
      const payment = await probe.pay(201, kind);
      const { json } = await probe.ask(200, 'GET', linkIn(payment, 'status'));
      const isSame = at(json, 'paymentId') === textIn(payment, 'paymentId');
      expectThat(isSame, 'the response has another paymentId');
      expectThat(isText(at(json, 'transactionStatus')), 'there is no transactionStatus');
    }),
  ),
  refuses('a SEPA payment must be in euro', 'sepa', {
    'instructedAmount.amount': '1.00',
    'instructedAmount.currency': 'NOK',
  }),
  unknownProduct('a product that does not exist', '/v1/payments/gold-transfers', 'instant'),
  unknownProduct('a product of another payment service', '/v1/bulk-payments/sepa-credit-transfers', 'bulk'),
  check('starting an authorisation returns its id and scaRedirect', async (probe) => {
    const payment = await probe.pay(201, 'domestic');
    const authorisation = await probe.ask(201, 'POST', linkIn(payment, 'startAuthorisation'));
    const authorisationId = textIn(authorisation, 'authorisationId');
    const scaStatus = textAt(authorisation.json, 'scaStatus');
    expectThat(scaStatus === 'started', `scaStatus is ${scaStatus}`);
    expectThat(URL.canParse(linkIn(authorisation, 'scaRedirect')), 'scaRedirect is not an absolute address');
    const list = await probe.ask(null, 'GET', linkIn(payment, 'startAuthorisation'));
    const isListed = listAt(list.json, 'authorisationIds').includes(authorisationId);
    expectThat(isListed, 'the list does not contain it');
  }),
  sandboxCheck('a customer is created, and an existing customer number is a conflict', async (probe) => {
    const customer = await newCustomer(probe, 201);
    await newCustomer(probe, '409 CONFLICT', textIn(customer, 'customerNumber'));
  }),
  sandboxCheck('a card account of a customer who does not exist is refused', (probe) => {
    const body = { customerNumber: 'nobody', maskedPan: '492500xxxxxx9876', currency: 'NOK' };
    return probe.ask('404 RESOURCE_UNKNOWN', 'POST', '/v1/sandbox/card-accounts', { body });
  }),
]);
