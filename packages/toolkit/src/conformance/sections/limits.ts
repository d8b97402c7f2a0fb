import { bodyOf } from '../../play/bodies.ts';
import { at, record, textAt } from '../../record.ts';
import { check, section } from '../check.ts';
import { expectStatus, expectThat, linkIn, refuses, takes, warns } from '../expect.ts';

const texts = [
  ['creditorName', 70],
  ['ultimateDebtor', 70],
  ['remittanceInformationUnstructured', 140],
] as const;
const entry = { ...(bodyOf('bulk').payments as readonly object[])[0] };
const structured = (field: string, text: string) => ({
  remittanceInformationUnstructured: null,
  'remittanceInformationStructured.reference': '1',
  [`remittanceInformationStructured.${field}`]: text,
});

export const limitSections = [
  section('8', 'Limits', [
    ...texts.flatMap(([field, most]) => [
      takes(`${field}: accepts ${most} characters`, 'instant', { [field]: 'å'.repeat(most) }),
      refuses(`${field}: refuses ${most + 1} characters`, 'instant', { [field]: 'a'.repeat(most + 1) }),
    ]),
    takes('counts characters, not bytes or UTF-16 code units', 'instant', { creditorName: '😀'.repeat(70) }),
    refuses('remittanceInformationUnstructured: refuses an empty text', 'instant', {
      remittanceInformationUnstructured: '',
    }),
    refuses('bban: refuses 31 characters', 'instant', { 'creditorAccount.bban': '1'.repeat(31) }),
    refuses('iban: refuses 35 characters', 'periodic', {
      'creditorAccount.bban': null,
      'creditorAccount.iban': `NO93${'1'.repeat(31)}`,
    }),
    takes('reference: accepts 35 characters', 'instant', {
      ...structured('reference', 'A'.repeat(35)),
      'remittanceInformationStructured.referenceType': 'X',
    }),
    ...['reference', 'referenceType', 'referenceIssuer'].map((field) =>
      refuses(`${field}: refuses 36 characters`, 'instant', structured(field, 'A'.repeat(36))),
    ),
    refuses('paymentInformationId: refuses 36 characters', 'bulk', { paymentInformationId: 'A'.repeat(36) }),
    refuses(
      'endToEndIdentification: refuses 36 characters',
      'bulk',
      { payments: [{ ...entry, endToEndIdentification: 'A'.repeat(36) }] },
      'payments[0].endToEndIdentification',
    ),
  ]),
  section('9', 'Versioning', [
    check('amounts are texts with the right number of decimals', async (probe) => {
      const payment = expectStatus(await probe.pay('instant'), 201);
      const { json } = expectStatus(await probe.ask('GET', linkIn(payment, 'self')), 200);
      expectThat(at(json, 'instructedAmount', 'amount') === '125.50', 'the response has another amount');
    }),
    check('an unknown x-accept-fix is ignored, and a WARNING names it', async (probe) => {
      const headers = { 'x-accept-fix': 'amount-as-string, sunshine' };
      const { json } = expectStatus(await probe.pay('instant', {}, { headers }), 201);
      expectThat(warns(json, 'text', 'sunshine'), 'no WARNING names it');
    }),
    check('JSON null counts as absent', async (probe) => {
      const body = { ...bodyOf('instant'), purposeCode: null, ultimateDebtor: null };
      expectStatus(await probe.pay('instant', {}, { body }), 201);
    }),
    check('links of the interface begin with /v1/', async (probe) => {
      const payment = expectStatus(await probe.pay('instant'), 201);
      const { scaRedirect: _, ...links } = record(at(payment.json, '_links'));
      for (const [name, link] of Object.entries(links))
        expectThat(textAt(link, 'href')?.startsWith('/v1/') === true, `${name} does not begin with /v1/`);
    }),
  ]),
];
