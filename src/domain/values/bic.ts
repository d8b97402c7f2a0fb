/** Checks a BIC: only its form (8 or 11 characters) and its country. */
import { isCountryCode } from './countries.ts';

const shape = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Kosovo has BICs and IBANs with a code that ISO 3166-1 does not assign. */
const kosovo = 'XK';

export function isBic(text: string): boolean {
  const country = shape.exec(text)?.[1];
  return country !== undefined && (country === kosovo || isCountryCode(country));
}
