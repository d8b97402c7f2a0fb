import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  type Grant,
  type GrantExpectation,
  grantFault,
  hasRequestedDetails,
  type PaymentDetail,
  providerClockToleranceMs,
} from '../../../src/domain/authorisations/grant.ts';

const detail = (paymentId: string, more: Readonly<Record<string, unknown>> = {}): PaymentDetail => ({
  type: 'payment_initiation',
  actions: ['initiate'],
  paymentId,
  instructedAmount: { amount: '1.00', currency: 'NOK' },
  ...more,
});
const sentAt = 1_900_000_000_000;
const expected: GrantExpectation = {
  acrValues: ['strong', 'stronger'],
  sentAt,
  now: sentAt + 60_000,
  details: [detail('a')],
};
const grant: Grant = { acr: 'strong', authTime: sentAt / 1_000 + 10, details: [detail('a')] };
const faultOf = (change: Partial<Grant>) => grantFault({ ...grant, ...change }, expected);

describe('a grant', () => {
  it('is accepted when it matches the request', () => {
    expect(grantFault(grant, expected)).toBeNull();
    expect(faultOf({ acr: 'stronger' })).toBeNull();
  });

  it.each([null, '', 'weak', 'strong stronger', 'STRONG'])('with acr %j is not strong enough', (acr) => {
    expect(faultOf({ acr })).toBe('ACR');
  });

  const tolerance = providerClockToleranceMs / 1_000;
  const left = sentAt / 1_000;
  it.each([
    [null, 'AUTH_TIME'],
    [Number.NaN, 'AUTH_TIME'],
    [left - 2 - tolerance, 'AUTH_TIME'],
    [left - 1 - tolerance, null],
    [left + 60 + tolerance, null],
    [left + 61 + tolerance, 'AUTH_TIME'],
  ])('of a log-in at %s: %s', (authTime, fault) => {
    expect(faultOf({ authTime })).toBe(fault);
  });

  it('for other details is refused', () => {
    expect(faultOf({ details: [detail('b')] })).toBe('DETAILS');
  });
});

describe('details', () => {
  it('may be in another order, with fields added', () => {
    const asked = [detail('a'), detail('b'), detail('c')];
    expect(hasRequestedDetails([detail('c', { added: 1 }), detail('a'), detail('b')], asked)).toBe(true);
  });

  it.each<[string, readonly unknown[]]>([
    ['none', []],
    ['one of two', [detail('a')]],
    ['one twice', [detail('a'), detail('a')]],
    ['one more', [detail('a'), detail('b'), detail('c')]],
    ['what is no detail', [detail('a'), null]],
    ['a text', [detail('a'), 'b']],
    ['an array', [detail('a'), [detail('b')]]],
  ])('%s: differ from those of another payment', (_, granted) => {
    expect(hasRequestedDetails(granted, [detail('a'), detail('b')])).toBe(false);
  });

  it('of a log-in do not exist', () => {
    expect([hasRequestedDetails([], []), hasRequestedDetails([detail('a')], [])]).toEqual([true, false]);
  });

  const json = fc.jsonValue({ maxDepth: 2 });
  const fields = fc.dictionary(fc.string({ minLength: 1 }), json, { minKeys: 1, maxKeys: 6 });

  it('are equal after any round trip through JSON, with properties in any order', () => {
    fc.assert(
      fc.property(fields, (more) => {
        const asked = { ...detail('a'), more };
        const travelled = JSON.parse(JSON.stringify(asked));
        const turned = Object.fromEntries(Object.entries(travelled).reverse());
        expect(hasRequestedDetails([turned], [asked])).toBe(true);
      }),
    );
  });

  it('differ when any field is changed or left out', () => {
    fc.assert(
      fc.property(fields, fc.nat(), json, (more, index, other) => {
        const asked: PaymentDetail = { ...more, ...detail('a') };
        const names = Object.keys(asked);
        const name = names[index % names.length] as string;
        const { [name]: value, ...rest } = asked;
        expect(hasRequestedDetails([rest], [asked])).toBe(false);
        fc.pre(canonicalJson(other) !== canonicalJson(value));
        expect(hasRequestedDetails([{ ...rest, [name]: other }], [asked])).toBe(false);
      }),
    );
  });
});

describe('canonical JSON', () => {
  it('distinguishes any two values that JSON does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const same =
          JSON.stringify(JSON.parse(canonicalJson(one))) === JSON.stringify(JSON.parse(canonicalJson(other)));
        expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
        expect(JSON.parse(canonicalJson(one))).toEqual(JSON.parse(JSON.stringify(one)));
      }),
    );
  });

  it('omits undefined values', () => {
    expect(canonicalJson({ b: undefined, a: [1, { d: 2, c: 3 }] })).toBe('{"a":[1,{"c":3,"d":2}]}');
  });
});
