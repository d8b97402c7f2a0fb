/** 100.00 NOK is 10000n in minor units, 100 JPY is 100n. */
import { Decimal } from 'decimal.js';
import { type CurrencyCode, currencyDecimals, currencyOf, isCurrencyCode } from './currencies.ts';

/** Before and after the decimal point together. */
export const amountDigitsAtMost = 18;
/** Before the decimal point of a sum that the database can store. */
export const wholeDigitsOfSumAtMost = 19;

const plainNumber = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** In minor units, or the text of the fault. */
export const parseMoney = (amount: string, currency: CurrencyCode): bigint | string =>
  amountFault(amount, currency) ?? BigInt(amount.replace('.', ''));

/** If `currency` is null, the number of decimals is not checked. */
export function amountFault(amount: string, currency: CurrencyCode | null): string | null {
  const match = plainNumber.exec(amount);
  if (match === null) return notPlainText;
  const [, whole = '', fraction = ''] = match;
  const decimals = currency === null ? fraction.length : currencyDecimals[currency];
  if (fraction.length !== decimals) return `must have ${decimalsText(decimals)} in ${currency}`;
  if (whole.length + fraction.length > amountDigitsAtMost)
    return `must have at most ${amountDigitsAtMost} digits`;
  const isZero = !/[1-9]/.test(amount);
  return isZero ? 'must be greater than zero' : null;
}

const notPlainText =
  'must be a number such as 125.50, without sign, exponent, spaces, thousands separators or leading zeros';

const decimalsText = (decimals: number): string =>
  decimals === 0 ? 'no decimals' : `exactly ${decimals} decimals`;

interface AmountText {
  readonly amount: string;
  readonly currency: string;
}

/** Throws for an amount that breaks a rule, which is a defect. */
export function minorUnitsOf({ amount, currency }: AmountText): bigint {
  const minorOrFault = parseMoney(amount, currencyOf(currency));
  if (typeof minorOrFault === 'string') throw new Error(`stored amount is not valid: ${minorOrFault}`);
  return minorOrFault;
}

/** In the order in which the currencies first appear. */
export function totalsByCurrency(amounts: readonly AmountText[]): readonly AmountText[] {
  const sums = new Map<string, bigint>();
  for (const amount of amounts)
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + minorUnitsOf(amount));
  return [...sums].map(([currency, minor]) => ({
    currency,
    amount: formatMinorUnits(minor, currencyOf(currency)),
  }));
}

/** `amount` has no zeros at the end of its fraction. Both fields are null if there are no amounts, or amounts in several currencies. */
export function singleTotal(amounts: readonly AmountText[]): AmountText | { amount: null; currency: null } {
  const [total, ...others] = totalsByCurrency(amounts);
  if (total === undefined || others.length > 0) return { amount: null, currency: null };
  return { ...total, amount: withoutZeros(total.amount) };
}

/** Also true for amounts in several currencies, which have no single total. */
export function hasStorableTotal(amounts: readonly AmountText[]): boolean {
  const isWrong = ({ amount, currency }: AmountText) =>
    !isCurrencyCode(currency) || typeof parseMoney(amount, currency) === 'string';
  // Other checks report an amount that is not valid.
  if (amounts.some(isWrong)) return true;
  const [whole = ''] = singleTotal(amounts).amount?.split('.') ?? [];
  return whole.length <= wholeDigitsOfSumAtMost;
}

/** Without zeros at the end of its fraction. */
export const withoutZeros = (amount: string): string => new Decimal(amount).toFixed();

/** Formats -1234n NOK as "-12.34". */
export function formatMinorUnits(minor: bigint, currency: CurrencyCode): string {
  const decimals = currencyDecimals[currency];
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const sign = minor < 0n ? '-' : '';
  if (decimals === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `amount` comes from the database, which stores more decimals than the currency has. */
export const formatStoredAmount = (currency: CurrencyCode, amount: string): string =>
  new Decimal(amount).toFixed(currencyDecimals[currency]);
