/** Converts money at the fixed sandbox rates, rounded once, half to even. */
import { Decimal } from 'decimal.js';
import { currencyOf } from '../values/currencies.ts';
import { minorUnits } from '../values/money.ts';
import { kronerPerUnit } from './exchange-rates.ts';

/** More digits than an amount and two rates have together, so that only the last step rounds. */
const Exact = Decimal.clone({ defaults: true, precision: 60, rounding: Decimal.ROUND_HALF_EVEN });

/** At least one minor unit for a positive amount. */
export function convertCharge(minor: bigint, from: string, to: string): bigint {
  const converted = convert(minor, from, to);
  return converted.isZero() ? 0n : BigInt(Decimal.max(1, converted.toDecimalPlaces(0)).toFixed());
}

/** null: worth less than one minor unit. */
export function convertCredit(minor: bigint, from: string, to: string): bigint | null {
  const converted = convert(minor, from, to);
  return converted.lt(1) ? null : BigInt(converted.toDecimalPlaces(0).toFixed());
}

function convert(minor: bigint, from: string, to: string): Decimal {
  const amount = new Exact(minor.toString());
  if (from === to) return amount;
  const [source, target] = [currencyOf(from), currencyOf(to)];
  return amount
    .times(kronerPerUnit[source])
    .times(10 ** (minorUnits(target) - minorUnits(source)))
    .div(kronerPerUnit[target]);
}
