import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainPath, isPlainText } from '../../../src/domain/values/plain-text.ts';
import { cheapest } from '../../support/cost.ts';

describe('a text', () => {
  it.each([
    'The KID does not match the KID agreement of the creditor.',
    'creditorAccount.bban is no BBAN',
    'Beløpet (100.00 NOK) overstiger grensen på 1,000.00 – prøv igjen, f.eks. i morgen kl. 18:00!',
    'To create it anyway, set allowLogicalDuplicate to true',
    'X-Request-ID was used for another request; at most 140 characters',
    'requestedExecutionDate 2026-11-26 lies before 2026-11-27T00:00:00.000Z',
    'FORMAT_ERROR: "creditorName" is missing and/or empty',
    'the KID is checked by MOD10, a signature by SHA-256',
    'kontoen finnes ikke hos banken',
    '',
  ])('%j passes', (text) => {
    expect(isPlainText(text, { allowedWords: ['creditorAccount.bban'] })).toBe(true);
  });

  it.each([
    'payment 3f2504e0-4f89-41d3-9a0c-0305e82c3301 is locked',
    'payment enc!!AbC-_= is locked',
    'customer 13039319955 may not use this account',
    'order 20261126004711 is unknown',
    'no route to core-7.bank.internal',
    'no route to http://core/payments',
    'core:5432 refused the connection',
    'connect ECONNREFUSED 10.0.0.5',
    'connect ECONNREFUSED 10.0.0.5:8443',
    'localhost refused it',
    'payment-api-7d9f4b-x2 timed out',
    'java.lang.NullPointerException',
    'NullPointerException in PaymentService',
    'IllegalStateException: no account',
    'at no.bank.core.Payments.create(Payments.java:42)',
    'File "/srv/app/main.py", line 42',
    'C:\\bank\\core.dll',
    'ORA-00942: table or view does not exist',
    'SQLSTATE 42P01',
    'select * from accounts where id = 7a9b',
    'ask kari@bank.example',
    'Traceback (most recent call last)',
    'no account\n  at create',
    'token eyJhbGciOiJSUzI1NiJ9',
    'payment 4711 of the caller',
    'deadbeefcafe0123',
    'x.y.z',
    'null',
  ])('%j does not pass', (text) => {
    expect(isPlainText(text, { allowedWords: ['creditorAccount.bban'], forbiddenIds: ['4711'] })).toBe(false);
  });

  it('passes without a payment id in it, at any place', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom('', ' ', '(', '"', '=', '/'), (id, before) => {
        expect(isPlainText(`the payment ${before}${id} is locked`)).toBe(false);
      }),
    );
  });

  it('is checked in linear time at most', () => {
    for (const one of ['a-', 'a=', '1,', '1,000', 'aB', '.', '= ', "a'"])
      expect(cheapest(() => isPlainText(one.repeat(100_000)), 500)).toBeLessThan(500);
  });
});

describe('a path in a request', () => {
  it.each([
    'creditorAccount.bban',
    'payments[12].instructedAmount',
    'X-Request-ID',
    '/creditorName',
    '$.debtorAccount',
    "$['debtorAccount']",
    'debtorAccount/bban',
  ])('%j passes', (path) => {
    expect(isPlainPath(path, [])).toBe(true);
  });
  it.each([
    'http://core/x',
    'payments/3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'a\nb',
    'C:\\x',
    'of 13039319955',
    'of 47',
    'payments-47',
    'at no.bank.core.Payments.create',
    '<b>creditorName</b>',
    'a\u202eb',
    '10.0.0.7',
    'core-7:8443',
  ])('%j does not pass', (path) => {
    expect(isPlainPath(path, ['47'])).toBe(false);
  });
});
