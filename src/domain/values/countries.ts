import { countryNames } from './code-names.ts';

export type CountryCode = keyof typeof countryNames;

/** In the order of the specification. */
export const countryCodes = Object.keys(countryNames) as readonly CountryCode[];

export function isCountryCode(text: string): text is CountryCode {
  return Object.hasOwn(countryNames, text);
}
