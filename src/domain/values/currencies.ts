/** The decimals are those of ISO 4217, because Intl differs for many currencies. Withdrawn currencies keep their last decimals. */
import { currencyNames } from './code-names.ts';

export type CurrencyCode = keyof typeof currencyNames;

export const currencyCodes = Object.keys(currencyNames) as readonly CurrencyCode[];

/** Only currencies that do not have two decimals. */
// biome-ignore format: a table
const unusualDecimals: Readonly<Partial<Record<CurrencyCode, 0 | 3>>> = {
  BIF: 0, BYR: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, VND: 0,
  VUV: 0, XAF: 0, XOF: 0, XPF: 0,
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
};

export const currencyDecimals = Object.fromEntries(
  currencyCodes.map((code) => [code, unusualDecimals[code] ?? 2]),
) as Readonly<Record<CurrencyCode, 0 | 2 | 3>>;

export function isCurrencyCode(text: string): text is CurrencyCode {
  return Object.hasOwn(currencyDecimals, text);
}

export const currencyOrNull = (value: unknown): CurrencyCode | null =>
  typeof value === 'string' && isCurrencyCode(value) ? value : null;

/** Throws for an unknown code, which is a defect. */
export function currencyOf(text: string): CurrencyCode {
  if (!isCurrencyCode(text)) throw new RangeError(`no currency ${text}`);
  return text;
}
