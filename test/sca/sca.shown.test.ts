import { describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic } from '../../src/domain/payments/products/periodic.ts';
import { psuHeaders } from '../support/bank.ts';
import { instant, shareScaBank, single } from './paying.ts';
import { codeOn, corporateCustomer, privateCustomer } from './visitor.ts';

const at = shareScaBank();
const { pay, statusOf } = at;

describe('the page shows', () => {
  it('a bulk payment: the count, totals per currency, every payee', async () => {
    const [entry] = bulkDomestic.example.payments as readonly Record<string, unknown>[];
    const payments = Array.from({ length: 23 }, (_, index) => ({
      ...entry,
      endToEndIdentification: `E${index}`,
      creditorName: `Payee ${index + 1}.`,
      instructedAmount:
        index === 0 ? { amount: '10.00', currency: 'EUR' } : { amount: '1000.10', currency: 'NOK' },
    }));
    const made = await pay('/v1/bulk-payments/norwegian-domestic-credit-transfers', {
      ...bulkDomestic.example,
      payments,
    });
    const { page } = await made.psu.logIn();
    for (const part of ['23 payments', 'EUR 10.00', 'NOK 22 002.20']) expect(page.text).toContain(part);
    expect(page.text.match(/Payee \d+\./g)).toEqual(payments.map(({ creditorName }) => creditorName));
  });

  const [{ remittanceInformationUnstructured: _, ...entry }] = bulkDomestic.example.payments as readonly [
    Record<string, unknown>,
  ];
  const bulkWith = (references: readonly string[]) =>
    pay('/v1/bulk-payments/norwegian-domestic-credit-transfers', {
      ...bulkDomestic.example,
      payments: [
        { ...entry, remittanceInformationStructuredArray: references.map((reference) => ({ reference })) },
      ],
    });

  it('each reference in a direction of its own, so that none turns the text of the next', async () => {
    const { page } = await (await bulkWith(['\u05d0\u05d1', '5678'])).psu.logIn();
    expect(page.text).toContain('<bdi>\u05d0\u05d1</bdi>, <bdi>5678</bdi>');
  });

  it('a mark for each character that would turn or hide a part of a text', async () => {
    const shownPayee = async (creditorName: string) => {
      const made = await pay(single, { ...domestic.example, creditorName });
      const { page } = await made.psu.logIn();
      return /<dt>To<\/dt><dd><bdi>(.*?)<\/bdi>/.exec(page.text)?.[1];
    };
    expect(await shownPayee('Kari \u202enna\u202cm\u200bdro\u2066N')).toBe(
      'Kari \ufffdnna\ufffdm\ufffddro\ufffdN',
    );
    expect(await shownPayee('\u200f12 34\u061c Ka\u00adri\u3164')).toBe('\ufffd12 34\ufffd Ka\ufffdri\ufffd');
    for (const blank of ['\u00a0 ', '\u200d']) expect(await shownPayee(blank)).toBe('\ufffd');
    // Scripts and emoji need joiners and variation selectors.
    const joined = '\u0645\u06cc\u200c\u062e \u2764\ufe0f';
    expect(await shownPayee(joined)).toBe(joined);
  });

  it('every reference, of a transfer and of an entry of a bulk payment', async () => {
    const references = Array.from({ length: 45 }, (_, index) => `REF${index}.`);
    const { remittanceInformationUnstructured: _, ...transfer } = domestic.example;
    const list = references.map((reference) => ({ reference }));
    const payments = [
      await bulkWith(references),
      await pay(single, { ...transfer, remittanceInformationStructuredArray: list }),
    ];
    for (const { psu } of payments)
      expect((await psu.logIn()).page.text.match(/REF\d+\./g)).toEqual(references);
  });

  it('a periodic payment: the frequency, the start and end, the next days', async () => {
    const body = { ...periodicDomestic.example, startDate: '2030-01-15', endDate: '2030-12-31' };
    const made = await pay('/v1/periodic-payments/norwegian-domestic-credit-transfers', body);
    const { page } = await made.psu.logIn();
    for (const part of [
      'Every month',
      '15 January 2030',
      '31 December 2030',
      '15 February 2030',
      '15 March 2030',
    ]) {
      expect(page.text).toContain(part);
    }
  });

  it('a basket: every payment and the total', async () => {
    const one = await pay(single, { ...domestic.example, creditorName: 'First payee' });
    const two = await pay(single, { ...domestic.example, creditorName: 'Second payee' });
    const basket = await at.tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds: [one.id, two.id] },
      headers: psuHeaders,
    });
    const psu = await at.start(`/v1/signing-baskets/${basket.json.basketId}/authorisations`);
    const { page, code } = await psu.logIn();
    for (const part of ['2 payments', 'First payee', 'Second payee']) expect(page.text).toContain(part);
    expect((await psu.approve(code)).status).toBe(303);
    expect([await statusOf(one), await statusOf(two)]).toEqual(['PDNG', 'PDNG']);
  });

  it('Norwegian texts to a PSU who reads Norwegian', async () => {
    const made = await pay(instant, instantDomestic.example, { 'psu-accept-language': 'nb-NO,en;q=0.5' });
    const first = await made.psu.open();
    for (const part of ['<html lang="nb">', 'Kundenummer', 'Fortsett']) expect(first.text).toContain(part);
    const { page } = await made.psu.logIn();
    for (const part of ['Engangskode', 'Godkjenn', 'Avvis']) expect(page.text).toContain(part);
  });

  it('the method: the preferred one is selected and describes how the code was sent', async () => {
    const made = await pay(instant, instantDomestic.example, { 'x-psu-authmethod-preferred': 'sms' });
    expect((await made.psu.open()).text).toContain('<option value="SMS" selected>');
    const next = await made.psu.identify(privateCustomer, { method: 'BANK_APP' });
    const query = new URL(next.location ?? '', 'http://localhost').search;
    expect((await made.psu.open(query)).text).toContain('Open your bank app to see the code.');
  });

  it('the bank app and the brand, when the TPP sends them', async () => {
    const more = { 'tpp-redirect-preferred': 'false', 'tpp-brand-logging-information': 'Shop & Co' };
    const made = await pay(instant, instantDomestic.example, more);
    const { text } = await made.psu.open();
    expect(text).toContain('completeAuthorisation');
    expect(text).toContain('Shop &amp; Co');
  });

  it('agreements: a corporate customer with several chooses one', async () => {
    const body = { ...domestic.example, debtorAccount: { bban: '95362141002', currency: 'NOK' } };
    const made = await pay(single, body, { 'psu-context': 'CORPORATE', 'psu-corporate-id': 'none' });
    const second = { owner: corporateCustomer, name: 'Second agreement', engagements: [] };
    const added = await at.tpp.rest('POST', '/v1/sandbox/agreements', { body: second });
    expect(added.status, added.text).toBe(201);
    await made.psu.open();
    await made.psu.identify(corporateCustomer);
    const page = await made.psu.open();
    expect(page.text).toContain('Choose an agreement');
    expect((await made.psu.follow(made.psu.post('agreement', { agreementId: 'unknown' }))).text).toContain(
      'Choose one of the agreements.',
    );
    const ids = [...page.text.matchAll(/name="agreementId" value="([^"]+)"/g)].map((found) => found[1] ?? '');
    expect(ids).toHaveLength(2);
    const engaged = ids.find((id) => id !== added.json.id) ?? '';
    expect((await made.psu.post('decision', { decision: 'approve', code: '000000' })).status).toBe(409);
    expect((await made.psu.post('agreement', { agreementId: engaged })).status).toBe(303);
    expect((await made.psu.approve(codeOn(await made.psu.open()))).status).toBe(303);
    expect(await statusOf(made)).toBe('PDNG');
  });
});
