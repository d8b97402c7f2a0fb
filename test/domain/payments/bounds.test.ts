import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { basketBody, basketStatus } from '../../../src/domain/baskets/basket.ts';
import * as parts from '../../../src/domain/payments/products/parts.ts';
import type { PaymentStatus } from '../../../src/domain/payments/status.ts';

describe('the length of a text', () => {
  it.each<[string, z.ZodType, number, number]>([
    ['creditorName', parts.creditorName, 1, 70],
    ['debtorName', parts.debtorName, 0, 70],
    ['ultimateDebtor', parts.ultimateDebtor, 0, 70],
    ['remittanceInformationUnstructured', parts.remittanceInformationUnstructured, 1, 140],
    ['endToEndIdentification', parts.endToEndIdentification, 1, 35],
  ])('%s has its length', (_, schema, least, most) => {
    const takes = (length: number) => schema.safeParse('x'.repeat(length)).success;
    expect([takes(least), takes(most), takes(most + 1)]).toEqual([true, true, false]);
    if (least > 0) expect(takes(least - 1)).toBe(false);
  });
});

describe('a basket', () => {
  it.each<[PaymentStatus[], string]>([
    [['RCVD'], 'RCVD'],
    [['RCVD', 'RCVD'], 'RCVD'],
    [['RCVD', 'PDNG'], 'PATC'],
    [['PDNG'], 'ACTC'],
    [['ACSC', 'PDNG'], 'ACTC'],
    [['RJCT'], 'RJCT'],
    [['CANC'], 'RJCT'],
    [['PDNG', 'RJCT'], 'RJCT'],
    [['RCVD', 'CANC', 'ACSC'], 'RJCT'],
  ])('with %j is %s', (statuses, status) => expect(basketStatus(statuses)).toBe(status));

  it('holds 1 to 10 payments, each once', () => {
    const takes = (...paymentIds: string[]) => basketBody.safeParse({ paymentIds }).success;
    const ids = Array.from({ length: 11 }, (_, index) => `p${index}`);
    expect([takes(), takes('a'), takes(...ids.slice(0, 10)), takes(...ids), takes('a', 'a')]).toEqual([
      ...[false, true, true],
      ...[false, false],
    ]);
  });
});
