/** The checks of account numbers return the text of the fault, or null. */
import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';

const lettersOrDigits = /^[0-9A-Za-z]+$/;
const elevenDigits = /^[0-9]{11}$/;
const bbanCharactersAtMost = 30;

export function checkBban(text: string): string | null {
  if (text === '') return 'must not be empty';
  if (text.length > bbanCharactersAtMost) return `must have at most ${bbanCharactersAtMost} characters`;
  return lettersOrDigits.test(text) ? null : 'must contain only letters and digits';
}

/** A number of eleven digits is probably Norwegian. A wrong check digit is never a fault, because sandboxes have invented numbers. */
export function bbanWarning(text: string): string | null {
  if (!elevenDigits.test(text)) return null;
  return mod11CheckCharacter(text.slice(0, 10)) === text.slice(10)
    ? null
    : 'looks like a Norwegian account number, but its check digit is wrong';
}

const ibanCharactersAtMost = 34;
const printedForm = /^[0-9A-Za-z]+(?: [0-9A-Za-z]+)*$/;

/** Of several faults of an IBAN, the refusal has the one that comes first in this list. */
const faultTexts: readonly (readonly [ValidationErrorsIBAN, string])[] = [
  [ValidationErrorsIBAN.NoIBANProvided, 'must not be empty'],
  [ValidationErrorsIBAN.NoIBANCountry, 'must begin with the code of a country that has IBANs'],
  [ValidationErrorsIBAN.WrongBBANLength, 'does not have the length of an IBAN of this country'],
  [ValidationErrorsIBAN.ChecksumNotNumber, 'must have two check digits after the country code'],
  [ValidationErrorsIBAN.WrongBBANFormat, 'does not have the structure of an IBAN of this country'],
  [ValidationErrorsIBAN.WrongIBANChecksum, 'has wrong check digits (ISO 13616)'],
];

/** Does not verify the check digits of the national number inside the IBAN. */
export function checkIban(text: string): string | null {
  if (text.length > ibanCharactersAtMost) return `must have at most ${ibanCharactersAtMost} characters`;
  if (text !== '' && !printedForm.test(text)) {
    return 'must contain only letters and digits, with at most one space between groups';
  }
  const ibanErrors = validateIBAN(normaliseIban(text)).errorCodes;
  return faultTexts.find(([code]) => ibanErrors.includes(code))?.[1] ?? null;
}

/** Removes spaces and writes capitals, so that two IBANs can be compared. Any text is allowed. */
export function normaliseIban(text: string): string {
  return text.replaceAll(' ', '').toUpperCase();
}

/** The BBAN in a normalised IBAN, after the country code and two check digits. null: the IBAN is not Norwegian. */
export function bbanOfNorwegianIban(iban: string): string | null {
  return iban.startsWith('NO') ? iban.slice(4) : null;
}

/** Always true for an IBAN of another country than Norway, because its digits cannot be compared with a BBAN. */
export function mayBeOneAccount(bban: string, iban: string): boolean {
  const bbanInIban = bbanOfNorwegianIban(normaliseIban(iban));
  return bbanInIban === null || bbanInIban === bban;
}

/** The Luhn algorithm: from the right, it doubles the last digit and then every second one. */
export function mod10CheckDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digitFromRight(digits, index);
    const weighted = index % 2 === 0 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return String((10 - (sum % 10)) % 10);
}

/** From the right, the weights are 2 to 7, again and again. "-" stands for ten. */
export function mod11CheckCharacter(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    sum += digitFromRight(digits, index) * (2 + (index % 6));
  }
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? '-' : String(check);
}

function digitFromRight(digits: string, index: number): number {
  return digits.charCodeAt(digits.length - 1 - index) - '0'.charCodeAt(0);
}
