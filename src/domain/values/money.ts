/** Amounts of money. */
import { Decimal } from 'decimal.js';
import type { Branded } from './brand.ts';
import { type CurrencyCode, currencyMinorUnits, isCurrencyCode } from './currencies.ts';

/** An amount that is exact to the minor unit. `parseMoney` makes only positive ones. */
export type Money = Branded<{ readonly amount: Decimal; readonly currency: CurrencyCode }, 'Money'>;

/** A copy of Decimal, so that no other code can change the settings. */
const Exact = Decimal.clone({ defaults: true, precision: 40, toExpNeg: -40, toExpPos: 40 });

/** The number of digits before and after the point together. */
export const amountDigitsAtMost = 18;
/** The number of digits before the point of a sum that the database can store. */
export const wholeDigitsOfSumAtMost = 19;

const plainNumber = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

export function minorUnits(currency: CurrencyCode): number {
  return currencyMinorUnits[currency];
}

/** Returns the text of the fault if the amount breaks a rule. */
export function parseMoney(amount: string, currency: CurrencyCode): Money | string {
  if (amount.length > amountDigitsAtMost + 1) return lengthFault(amount);
  const parts = plainNumber.exec(amount);
  if (parts === null) return notPlainText;
  const [, whole = '', fraction = ''] = parts;
  const units = minorUnits(currency);
  if (fraction.length !== units) return `must have ${decimals(units)} in ${currency}`;
  if (whole.length + fraction.length > amountDigitsAtMost) return lengthFault(amount);
  const value = new Exact(amount);
  return value.isZero() ? 'must be greater than zero' : ({ amount: value, currency } as Money);
}

const notPlainText =
  'must be a number such as 125.50, without sign, exponent, spaces, thousands separators or leading zeros';

function lengthFault(amount: string): string {
  return /^[0-9]+(\.[0-9]+)?$/.test(amount) ? `must have at most ${amountDigitsAtMost} digits` : notPlainText;
}

function decimals(units: number): string {
  return units === 0 ? 'no decimals' : `exactly ${units} decimals`;
}

/** 100.00 NOK gives 10000n, 100 JPY gives 100n. */
export function toMinorUnits({ amount, currency }: Money): bigint {
  return BigInt(amount.toFixed(minorUnits(currency)).replace('.', ''));
}

interface AmountText {
  readonly amount: string;
  readonly currency: string;
}

/** The amounts have passed `parseMoney`. null: they are in several currencies. */
export function totalOf(amounts: readonly AmountText[]): AmountText | { amount: null; currency: null } {
  const currency = amounts[0]?.currency;
  if (currency === undefined || amounts.some((one) => one.currency !== currency))
    return { amount: null, currency: null };
  return { amount: sumOf(amounts.map(({ amount }) => amount)), currency };
}

/** Whether the database can store the total. An amount that breaks a rule has a fault of its own. */
export function hasStorableTotal(amounts: readonly AmountText[]): boolean {
  const isWrong = ({ amount, currency }: AmountText) =>
    !isCurrencyCode(currency) || typeof parseMoney(amount, currency) === 'string';
  if (amounts.some(isWrong)) return true;
  const [whole = ''] = totalOf(amounts).amount?.split('.') ?? [];
  return whole.length <= wholeDigitsOfSumAtMost;
}

/** The amounts have passed `parseMoney` and are in one currency. The sum has no zeros at the end of its fraction. */
export function sumOf(amounts: readonly string[]): string {
  const [first = '0'] = amounts;
  const units = first.includes('.') ? first.length - first.indexOf('.') - 1 : 0;
  const total = amounts.reduce((minor, amount) => minor + BigInt(amount.replace('.', '')), 0n);
  return new Exact(withPoint(total, units)).toFixed();
}

/** -1234n NOK is "-12.34". */
export function formatMinor(minor: bigint, currency: CurrencyCode): string {
  return withPoint(minor, minorUnits(currency));
}

function withPoint(minor: bigint, units: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(units + 1, '0');
  const sign = minor < 0n ? '-' : '';
  if (units === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -units)}.${digits.slice(-units)}`;
}

/** `amount` comes from the database, which stores more decimals than the currency has. */
export function formatStoredAmount(currency: CurrencyCode, amount: string): string {
  const units = minorUnits(currency);
  const point = amount.indexOf('.');
  const end = point + (units === 0 ? 0 : units + 1);
  const hasOnlyZerosAfterEnd = point > 0 && end <= amount.length && /^\.?0*$/.test(amount.slice(end));
  return hasOnlyZerosAfterEnd ? amount.slice(0, end) : new Exact(amount).toFixed(units);
}
