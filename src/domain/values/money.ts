/** Amounts of money, as decimal texts and in minor units: 100.00 NOK is 10000n, 100 JPY is 100n. */
import { Decimal } from 'decimal.js';
import { type CurrencyCode, currencyMinorUnits, isCurrencyCode } from './currencies.ts';
import { trimTrailing } from './text.ts';

/** The number of digits before and after the point together. */
export const amountDigitsAtMost = 18;
/** The number of digits before the point of a sum that the database can store. */
export const wholeDigitsOfSumAtMost = 19;

const plainNumber = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

export function minorUnits(currency: CurrencyCode): number {
  return currencyMinorUnits[currency];
}

/** The positive amount in minor units, or the text of the fault if it breaks a rule. */
export function parseMoney(amount: string, currency: CurrencyCode): bigint | string {
  if (amount.length > amountDigitsAtMost + 1) return lengthFault(amount);
  const parts = plainNumber.exec(amount);
  if (parts === null) return notPlainText;
  const [, whole = '', fraction = ''] = parts;
  const units = minorUnits(currency);
  if (fraction.length !== units) return `must have ${decimals(units)} in ${currency}`;
  if (whole.length + fraction.length > amountDigitsAtMost) return lengthFault(amount);
  const minor = BigInt(whole + fraction);
  return minor === 0n ? 'must be greater than zero' : minor;
}

const notPlainText =
  'must be a number such as 125.50, without sign, exponent, spaces, thousands separators or leading zeros';

function lengthFault(amount: string): string {
  return /^[0-9]+(\.[0-9]+)?$/.test(amount) ? `must have at most ${amountDigitsAtMost} digits` : notPlainText;
}

function decimals(units: number): string {
  return units === 0 ? 'no decimals' : `exactly ${units} decimals`;
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
  return withoutZeros(withPoint(total, units));
}

/** The amount without zeros at the end of its fraction. */
export const withoutZeros = (amount: string): string =>
  amount.includes('.') ? trimTrailing(trimTrailing(amount, '0'), '.') : amount;

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
export const formatStoredAmount = (currency: CurrencyCode, amount: string): string =>
  new Decimal(amount).toFixed(minorUnits(currency));
