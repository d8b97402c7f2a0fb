/**
 * Changes money from one currency into another at the sandbox's fixed rates: exact whole numbers throughout, rounded
 * once, half to even, to the minor unit. Pure; the rates stand in exchange-rates.ts.
 */
import { type CurrencyCode, isCurrencyCode } from '../values/currencies.ts';
import { minorUnits } from '../values/money.ts';
import { kronerPerUnit } from './exchange-rates.ts';

const scaleDigits = 9;

const scaled = (decimal: string): bigint => {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(scaleDigits, '0'));
};

/** The code, once it is sure that there is a rate for it. */
export function currencyOf(text: string): CurrencyCode {
  if (!isCurrencyCode(text)) throw new RangeError(`no currency ${text}`);
  return text;
}

/** What `minor` units of one currency are worth in another: at least one minor unit, so that money stays money. */
export function convert(minor: bigint, from: string, to: string): bigint {
  if (from === to) return minor;
  const [source, target] = [currencyOf(from), currencyOf(to)];
  const numerator = minor * scaled(kronerPerUnit[source]) * 10n ** BigInt(minorUnits(target));
  const denominator = scaled(kronerPerUnit[target]) * 10n ** BigInt(minorUnits(source));
  const converted = divideHalfEven(numerator, denominator);
  return converted === 0n && minor > 0n ? 1n : converted;
}

/** The quotient of two numbers that are not negative, rounded half to even. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}
