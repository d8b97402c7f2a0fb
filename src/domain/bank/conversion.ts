/**
 * Changes money from one currency into another at the fixed rates of the sandbox (exchange-rates.ts), rounded once, half
 * to even, to the minor unit. Pure.
 */
import { Decimal } from 'decimal.js';
import { currencyOf } from '../values/currencies.ts';
import { minorUnits } from '../values/money.ts';
import { kronerPerUnit } from './exchange-rates.ts';

/** More digits than an amount and two rates have together, so that only the last step rounds. */
const Exact = Decimal.clone({ defaults: true, precision: 60, rounding: Decimal.ROUND_HALF_EVEN });

/** What `minor` minor units of one currency are worth in another, at least one minor unit for a positive amount. */
export function convert(minor: bigint, from: string, to: string): bigint {
  if (from === to) return minor;
  const [source, target] = [currencyOf(from), currencyOf(to)];
  const converted = new Exact(minor.toString())
    .times(kronerPerUnit[source])
    .times(10 ** (minorUnits(target) - minorUnits(source)))
    .div(kronerPerUnit[target]);
  return converted.isZero() ? 0n : BigInt(Decimal.max(1, converted.toDecimalPlaces(0)).toFixed());
}
