import { bodyOf } from '../../play/bodies.ts';
import { at, record, textAt } from '../../record.ts';
import { check, pays, refuses, section } from '../check.ts';
import { expectThat, linkIn, warns } from '../expect.ts';
import { bulkEntry } from '../probe.ts';

const charactersAtMost = [
  ['creditorName', 70],
  ['ultimateDebtor', 70],
  ['remittanceInformationUnstructured', 140],
] as const;
/** `refuses` expects the fault in the last of these fields, so `field` comes last. */
const structured = (field: string, text: string) => ({
  remittanceInformationUnstructured: null,
  'remittanceInformationStructured.reference': '1',
  [`remittanceInformationStructured.${field}`]: text,
});

export const limits = section('8', 'Limits', [
  ...charactersAtMost.flatMap(([field, most]) => [
    pays(`${field}: accepts ${most} characters`, 201, 'instant', { [field]: 'å'.repeat(most) }),
    refuses(`${field}: refuses ${most + 1} characters`, 'instant', { [field]: 'a'.repeat(most + 1) }),
  ]),
  pays('counts characters, not bytes or UTF-16 code units', 201, 'instant', {
    creditorName: '😀'.repeat(70),
  }),
  refuses('remittanceInformationUnstructured: refuses an empty text', 'instant', {
    remittanceInformationUnstructured: '',
  }),
  refuses('bban: refuses 31 characters', 'instant', { 'creditorAccount.bban': '1'.repeat(31) }),
  refuses('iban: refuses 35 characters', 'periodic', {
    'creditorAccount.bban': null,
    'creditorAccount.iban': `NO93${'1'.repeat(31)}`,
  }),
  pays('reference: accepts 35 characters', 201, 'instant', {
    ...structured('reference', 'A'.repeat(35)),
    'remittanceInformationStructured.referenceType': 'X',
  }),
  ...['reference', 'referenceType', 'referenceIssuer'].map((field) =>
    refuses(`${field}: refuses 36 characters`, 'instant', structured(field, 'A'.repeat(36))),
  ),
  refuses('paymentInformationId: refuses 36 characters', 'bulk', { paymentInformationId: 'A'.repeat(36) }),
  pays(
    'endToEndIdentification: refuses 36 characters',
    '400 FORMAT_ERROR payments[0].endToEndIdentification',
    'bulk',
    { payments: [bulkEntry({ endToEndIdentification: 'A'.repeat(36) })] },
  ),
]);

export const versioning = section('9', 'Versioning', [
  check('amounts are texts with the right number of decimals', async (probe) => {
    const payment = await probe.pay(201, 'instant');
    const { json } = await probe.ask(200, 'GET', linkIn(payment, 'self'));
    expectThat(at(json, 'instructedAmount', 'amount') === '125.50', 'the response has another amount');
  }),
  check('an unknown x-accept-fix is ignored, and a WARNING names it', async (probe) => {
    const headers = { 'x-accept-fix': 'amount-as-string, sunshine' };
    const { json } = await probe.pay(201, 'instant', {}, { headers });
    expectThat(warns(json, 'text', 'sunshine'), 'no WARNING names it');
  }),
  check('JSON null counts as absent', (probe) => {
    const body = { ...bodyOf('instant'), purposeCode: null, ultimateDebtor: null };
    return probe.pay(201, 'instant', {}, { body });
  }),
  check('links of the interface begin with /v1/', async (probe) => {
    const payment = await probe.pay(201, 'instant');
    const { scaRedirect: _, ...links } = record(at(payment.json, '_links'));
    for (const [name, link] of Object.entries(links))
      expectThat(textAt(link, 'href')?.startsWith('/v1/') === true, `${name} does not begin with /v1/`);
  }),
]);
