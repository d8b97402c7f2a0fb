/**
 * The currencies of the interface and the fraction digits an amount in each must have.
 * Intl cannot serve: its digits follow what shops use and differ from ISO 4217 for many currencies.
 * Codes that ISO withdrew keep their last units; those it never had, and XDR, count two.
 */
import { currencyNames } from './code-names.ts';

/** One of the 162 currency codes that this interface supports. */
export type CurrencyCode = keyof typeof currencyNames;

/** The codes in alphabetic order. */
export const currencyCodes = Object.keys(currencyNames) as readonly CurrencyCode[];

/** Minor units (ISO 4217) of the currencies that do not have two. */
// biome-ignore format: a table
const unusualUnits: Readonly<Partial<Record<CurrencyCode, 0 | 3>>> = {
  BIF: 0, BYR: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, VND: 0,
  VUV: 0, XAF: 0, XOF: 0, XPF: 0,
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
};

/** Minor units by code. */
export const currencyMinorUnits = Object.fromEntries(
  currencyCodes.map((code) => [code, unusualUnits[code] ?? 2]),
) as Readonly<Record<CurrencyCode, 0 | 2 | 3>>;

/** Whether `text` is one of the codes, in capitals as the specification writes them. */
export function isCurrencyCode(text: string): text is CurrencyCode {
  return Object.hasOwn(currencyMinorUnits, text);
}

/** The text as a currency code. Throws a RangeError when it is none: a defect, for amounts are checked before. */
export function currencyOf(text: string): CurrencyCode {
  if (!isCurrencyCode(text)) throw new RangeError(`no currency ${text}`);
  return text;
}
