import { paymentStatuses } from '../../../../../src/domain/payments/status.ts';
import { at, listAt, record, textAt } from '../../record.ts';
import { check, pays, refuses, sandboxCheck, section } from '../check.ts';
import {
  areLinks,
  describeAnswer,
  expectFields,
  expectThat,
  isAmount,
  isBoolean,
  isLink,
  isList,
  isText,
  linkIn,
  optional,
} from '../expect.ts';
import { withoutHeaders } from '../probe.ts';
import { cardCheck, cardItem, firstCustomer, newCustomer } from '../sandbox-resources.ts';

const isPaymentStatus = (value: unknown) => paymentStatuses.some((status) => status === value);

export const service = section('1', 'What the service does', [
  check('every response is JSON, also a refusal', async (probe) => {
    const answers = [await probe.pay(null, 'instant'), await probe.ask(null, 'GET', '/v1/nowhere')];
    for (const answer of answers) {
      const type = answer.headers.get('content-type') ?? 'missing';
      const isJson = type.startsWith('application/json') && answer.json !== undefined;
      expectThat(isJson, `the content type is ${type}`);
    }
  }),
  check('a request without a signature is refused', async (probe) => {
    const answer = await probe.pay(null, 'instant', {}, withoutHeaders('signature'));
    const isRefused = answer.status === 400 || answer.status === 401;
    expectThat(isRefused, `expected 400 or 401, got ${describeAnswer(answer)}`);
  }),
]);

export const sharedTypes = section('2.1', 'Shared types', [
  pays('an amount in a currency without minor units has no decimals', 201, 'domestic', {
    instructedAmount: { amount: '100', currency: 'JPY' },
  }),
  pays('an amount in a currency of three minor units has three decimals', 201, 'domestic', {
    instructedAmount: { amount: '1.000', currency: 'KWD' },
  }),
  ...['1.0', '1', '1.000', '-1.00', '0.00', '1,00', ' 1.00', '1e2', ''].map((amount) =>
    refuses(`the amount '${amount}' in NOK is refused`, 'instant', { 'instructedAmount.amount': amount }),
  ),
  refuses('an amount that is a number is refused', 'instant', { 'instructedAmount.amount': 100 }),
  refuses('an amount of more than 18 digits is refused', 'instant', {
    'instructedAmount.amount': '12345678901234567.00',
  }),
  pays('a purpose code of the list is accepted', 201, 'instant', { purposeCode: 'SALA' }),
  refuses('a purpose code that is not on the list is refused', 'instant', { purposeCode: 'GIFT' }),
  refuses('an IBAN whose check digits are wrong is refused', 'sepa', {
    'creditorAccount.iban': 'DE88370400440532013000',
  }),
  check('every link has an address and verbs', async (probe) => {
    const links = record(at((await probe.pay(201, 'instant')).json, '_links'));
    const areWhole = Object.keys(links).length > 0 && areLinks(links);
    expectThat(areWhole, 'a link has no href, or verbs other than GET, PUT, POST and DELETE');
  }),
]);

export const address = section('2.2', 'Address', [
  pays('a country is enough', 201, 'instant', { creditorAddress: { country: 'NO' } }),
  pays('every field may be sent', 201, 'instant', {
    creditorAddress: { street: 'Gata', buildingNumber: '1', postalCode: '0155', city: 'Oslo', country: 'NO' },
  }),
  refuses('without a country it is refused', 'instant', { 'creditorAddress.country': null }),
  pays('a street has up to 70 characters', 201, 'instant', { 'creditorAddress.street': 'å'.repeat(70) }),
  refuses('a street of 71 characters is refused', 'instant', { 'creditorAddress.street': 'a'.repeat(71) }),
]);

export const creationResponse = section('2.4', 'Payment creation response', [
  check('it has the fields of the table', async (probe) => {
    for (const kind of ['instant', 'periodic', 'bulk'] as const) {
      const { json } = await probe.pay(201, kind);
      const fields = {
        paymentId: isText,
        transactionStatus: isPaymentStatus,
        transactionFees: optional(isAmount),
        transactionFeeIndicator: optional(isBoolean),
        tppMessages: optional(isList),
        psuMessage: optional((value) => isText(value) && String(value).length <= 512),
        _links: areLinks,
      };
      expectFields(json, fields, kind);
    }
  }),
  check('fees and their indicator are always present', async (probe) => {
    const { json } = await probe.pay(201, 'instant');
    expectFields(json, { transactionFees: isAmount, transactionFeeIndicator: isBoolean }, 'instant');
  }),
  check('its links lead to the payment, its status and its authorisation', async (probe) => {
    const payment = await probe.pay(201, 'domestic');
    for (const name of ['self', 'status', 'startAuthorisation'])
      expectThat(isLink(at(payment.json, '_links', name)), `there is no link ${name}`);
    for (const name of ['self', 'status']) await probe.ask(200, 'GET', linkIn(payment, name));
  }),
]);

export const currencyCodes = section('2.5', 'Currency codes', [
  ...['NOK', 'AED', 'BYR', 'XDR', 'ZWD', 'CUC', 'JEP'].map((currency) =>
    check(`${currency} is a currency`, async (probe) => {
      const answer = await probe.pay(null, 'domestic', { instructedAmount: { amount: '1.00', currency } });
      // A refusal of the amount is no fault here: section 2.1 checks the number of decimals.
      const paths = listAt(answer.json, 'tppMessages').map((one) => textAt(one, 'path'));
      const isRefused = paths.includes('instructedAmount.currency') || answer.status >= 500;
      expectThat(!isRefused, `${currency} is refused`);
    }),
  ),
  ...['BTC', 'nok', 'NO', ''].map((currency) =>
    refuses(`'${currency}' is not a currency`, 'instant', { 'instructedAmount.currency': currency }),
  ),
]);

export const countryCodes = section('2.6', 'Country codes', [
  ...['NO', 'AX', 'ZW'].map((country) =>
    pays(`${country} is a country`, 201, 'instant', { creditorAddress: { country } }),
  ),
  ...['XX', 'no', 'NOR', ''].map((country) =>
    refuses(`'${country}' is not a country`, 'instant', { 'creditorAddress.country': country }),
  ),
]);

export const customer = section('2.7', 'Sandbox customer', [
  sandboxCheck('it has the fields of the table', async (probe) => {
    const fields = {
      customerId: isText,
      customerNumber: isText,
      customerType: (value: unknown) => value === 'PRIVATE' || value === 'CORPORATE',
      customerName: isText,
      agreements: isList,
      accounts: isList,
      cardAccounts: isList,
      _links: (value: unknown) => isLink(at(value, 'self')),
    };
    expectFields(await firstCustomer(probe), fields, 'the customer');
  }),
  sandboxCheck('a new private customer has an agreement', async (probe) => {
    const { json } = await newCustomer(probe, 201);
    expectThat(listAt(json, 'agreements').length > 0, 'the new customer has no agreement');
    const path = `/v1/sandbox/customers/${textAt(json, 'customerId')}`;
    const answer = await probe.ask(200, 'GET', path);
    expectThat(listAt(answer.json, 'agreements').length > 0, 'a read of the customer has no agreements');
  }),
  sandboxCheck('its agreements have id, name and engagements', async (probe) => {
    for (const agreement of listAt(await firstCustomer(probe), 'agreements'))
      expectFields(agreement, { id: isText, name: isText, engagements: isList }, 'an agreement');
  }),
]);

export const cardTransaction = section('2.8', 'Sandbox card transaction', [
  ...['terminalId', 'bookingDate', 'transactionDate', 'transactionAmount', 'maskedPan', 'invoiced'].map(
    (field) =>
      cardCheck(`without ${field} it is refused`, async ({ store }) => {
        const answer = await store('400 FORMAT_ERROR', [cardItem({ [field]: undefined })]);
        const paths = listAt(answer.json, 'tppMessages').map((one) => textAt(one, 'path'));
        expectThat(
          paths.some((path) => path?.endsWith(field)),
          `no message names ${field}`,
        );
      }),
  ),
  cardCheck('currencyExchange is optional', async ({ store }) => {
    const currencyExchange = {
      sourceCurrency: 'EUR',
      targetCurrency: 'NOK',
      exchangeRate: '11.5',
      unitCurrency: 'EUR',
      quotationDate: '2024-03-04',
      markupFee: { currency: 'NOK', amount: 1 },
      markupFeePercentage: '1.5',
    };
    await store(201, [cardItem()]);
    await store(201, [cardItem({ currencyExchange })]);
  }),
  cardCheck("invoiced must be the text 'true' or 'false'", ({ store }) =>
    store('400 FORMAT_ERROR', [cardItem({ invoiced: 'maybe' })]),
  ),
]);

export const cardTransactionList = section('2.9', 'Sandbox card account transaction list', [
  cardCheck('it has the fields of the table', async ({ store, list }) => {
    await store(201, [cardItem()]);
    const { json } = await list(200, 'bookingStatus=both');
    expectThat(isText(at(json, 'cardAccount', 'maskedPan')), 'there is no cardAccount.maskedPan');
    expectThat(isList(at(json, 'cardTransactions', 'pending')), 'there is no cardTransactions.pending');
    const [first] = listAt(json, 'cardTransactions', 'booked');
    const fields = ['cardTransactionId', 'bookingDate', 'transactionDate', 'merchantCategoryCode'];
    expectFields(first, Object.fromEntries(fields.map((name) => [name, isText])), 'a booked transaction');
    for (const name of ['transactionAmount', 'originalAmount']) {
      expectThat(isText(at(first, name, 'currency')), `a booked transaction has no ${name}`);
      expectThat(Number.isInteger(at(first, name, 'amount')), `${name}.amount is not an integer`);
    }
  }),
]);
