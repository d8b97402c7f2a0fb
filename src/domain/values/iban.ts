/**
 * IBAN (ISO 13616): the country's length and structure, and the check digits.
 * The printed form with spaces between its groups passes too; an instruction keeps what was sent, so compare
 * accounts by `normaliseIban`. Check digits of a country's own, inside the BBAN, are not verified.
 */
import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';

const charactersAtMost = 34;
const printedForm = /^[0-9A-Za-z]+(?: [0-9A-Za-z]+)*$/;

const faultTexts: readonly (readonly [ValidationErrorsIBAN, string])[] = [
  [ValidationErrorsIBAN.NoIBANProvided, 'must not be empty'],
  [ValidationErrorsIBAN.NoIBANCountry, 'does not begin with a country that has IBANs'],
  [ValidationErrorsIBAN.WrongBBANLength, 'does not have the length of an IBAN of its country'],
  [ValidationErrorsIBAN.ChecksumNotNumber, 'must have two check digits after the country'],
  [ValidationErrorsIBAN.WrongBBANFormat, 'does not have the structure of an IBAN of its country'],
  [ValidationErrorsIBAN.WrongIBANChecksum, 'has check digits that do not fit (ISO 13616)'],
];

/** The text of the first fault of `text` as an IBAN, or null when it is one. */
export function checkIban(text: string): string | null {
  if (text.length > charactersAtMost) return `must have at most ${charactersAtMost} characters`;
  if (text !== '' && !printedForm.test(text)) {
    return 'must hold letters and digits alone, at most with single spaces between groups';
  }
  const found = validateIBAN(normaliseIban(text)).errorCodes;
  return faultTexts.find(([code]) => found.includes(code))?.[1] ?? null;
}

/** The electronic form: spaces taken out, letters in capitals. Does not check anything. */
export function normaliseIban(text: string): string {
  return text.replaceAll(' ', '').toUpperCase();
}
