import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFields } from '../../../src/domain/fields/parse.ts';
import { parseSandboxAmount, sandboxAmount, writtenAmount } from '../../../src/domain/sandbox/amounts.ts';

describe('a sandbox amount', () => {
  it.each([
    ['100.00', 'NOK', 10_000n],
    ['100', 'NOK', 10_000n],
    [100, 'NOK', 10_000n],
    [100.5, 'NOK', 10_050n],
    ['-25.10', 'NOK', -2_510n],
    [-0.01, 'NOK', -1n],
    ['0', 'NOK', 0n],
    ['100', 'JPY', 100n],
    ['1.000', 'KWD', 1_000n],
    [1.25, 'KWD', 1_250n],
    [999_999_999_999_999, 'JPY', 999_999_999_999_999n],
    [JSON.parse('9999999999999.99'), 'NOK', 999_999_999_999_999n],
  ] as const)('%s %s is accepted', (amount, currency, minor) => {
    expect(parseSandboxAmount(amount, currency)).toBe(minor);
  });

  it.each([
    ['100.5', 'NOK'],
    ['100.000', 'NOK'],
    [100.555, 'NOK'],
    ['1.0', 'JPY'],
    ['1e3', 'NOK'],
    [1e21, 'NOK'],
    [Number.NaN, 'NOK'],
    ['', 'NOK'],
    ['+5', 'NOK'],
    ['05', 'NOK'],
    ['1 000', 'NOK'],
    ['12345678901234567.00', 'NOK'],
    [JSON.parse('9007199254740993'), 'JPY'],
    [JSON.parse('99999999999999.99'), 'NOK'],
  ] as const)('%s %s is refused', (amount, currency) => {
    expect(parseSandboxAmount(amount, currency)).toBeTypeOf('string');
  });

  it.each([JSON.parse('1e400'), true, {}])('%s gets one fault', (amount) => {
    expect(parseFields(sandboxAmount, { amount, currency: 'NOK' })).toEqual({
      ok: false,
      faults: [{ path: 'amount', text: 'must be a string, or a number that is not too large' }],
    });
  });

  it('is written so that it can be read again', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.constantFrom('NOK', 'JPY', 'KWD'),
        (minor, currency) => {
          expect(parseSandboxAmount(writtenAmount(minor, currency), currency as 'NOK')).toBe(minor);
        },
      ),
    );
  });
});
