/** Checks the form of a BIC and its country, but not whether such a bank exists. */
import { isCountryCode } from './countries.ts';

/** The bank (4), the letters of its country (2), its place (2), and perhaps a branch (3). */
const shape = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** BICs use a code for Kosovo that is not in ISO 3166-1. */
const kosovo = 'XK';

export function isBic(text: string): boolean {
  const country = shape.exec(text)?.[1];
  return country !== undefined && (country === kosovo || isCountryCode(country));
}
