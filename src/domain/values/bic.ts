/**
 * BIC (ISO 9362): the code of a bank, 8 characters, or 11 with the branch.
 * Nothing is looked up; the shape and the country are all that is judged.
 */
import { isCountryCode } from './countries.ts';

const shape = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Kosovo has BICs and IBANs under a code that ISO 3166-1 leaves to its users. */
const kosovo = 'XK';

/** Whether `text` has the shape of a BIC, in capitals, with a country that exists. */
export function isBic(text: string): boolean {
  const country = shape.exec(text)?.[1];
  return country !== undefined && (country === kosovo || isCountryCode(country));
}
