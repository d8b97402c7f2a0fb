/**
 * BBAN: an account number in national form.
 * Any 1 to 30 letters and digits pass. Sandboxes are full of made-up numbers, so a Norwegian check digit
 * that does not fit draws a warning and never a refusal.
 */
import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';

const letterOrDigits = /^[0-9A-Za-z]+$/;
const norwegianLength = /^[0-9]{11}$/;
const bbanCharactersAtMost = 30;

/** What is wrong with `text` as a BBAN, or null. */
export function checkBban(text: string): string | null {
  if (text === '') return 'must not be empty';
  if (text.length > bbanCharactersAtMost) return `must have at most ${bbanCharactersAtMost} characters`;
  return letterOrDigits.test(text) ? null : 'must contain only letters and digits';
}

/** A warning for a number that looks Norwegian, eleven digits, but whose check digit does not match (MOD11). */
export function bbanWarning(text: string): string | null {
  if (!norwegianLength.test(text)) return null;
  return mod11CheckCharacter(text.slice(0, 10)) === text.slice(10)
    ? null
    : 'looks like a Norwegian account number, but its check digit is wrong';
}

/**
 * IBAN (ISO 13616): the country's length and structure, and the check digits.
 * The printed form with spaces between its groups passes too; an instruction keeps what was sent, so compare
 * accounts by `normaliseIban`. Check digits of a country's own, inside the BBAN, are not verified.
 */
const ibanCharactersAtMost = 34;
const printedForm = /^[0-9A-Za-z]+(?: [0-9A-Za-z]+)*$/;

const faultTexts: readonly (readonly [ValidationErrorsIBAN, string])[] = [
  [ValidationErrorsIBAN.NoIBANProvided, 'must not be empty'],
  [ValidationErrorsIBAN.NoIBANCountry, 'must begin with the code of a country that has IBANs'],
  [ValidationErrorsIBAN.WrongBBANLength, 'does not have the length of an IBAN of this country'],
  [ValidationErrorsIBAN.ChecksumNotNumber, 'must have two check digits after the country code'],
  [ValidationErrorsIBAN.WrongBBANFormat, 'does not have the structure of an IBAN of this country'],
  [ValidationErrorsIBAN.WrongIBANChecksum, 'has wrong check digits (ISO 13616)'],
];

/** The first fault of `text` as an IBAN, or null. */
export function checkIban(text: string): string | null {
  if (text.length > ibanCharactersAtMost) return `must have at most ${ibanCharactersAtMost} characters`;
  if (text !== '' && !printedForm.test(text)) {
    return 'must contain only letters and digits, with at most one space between groups';
  }
  const ibanErrors = validateIBAN(normaliseIban(text)).errorCodes;
  return faultTexts.find(([code]) => ibanErrors.includes(code))?.[1] ?? null;
}

/** The electronic form: spaces taken out, letters in capitals. Does not check anything. */
export function normaliseIban(text: string): string {
  return text.replaceAll(' ', '').toUpperCase();
}

/** False where a BBAN and an IBAN are seen to name two accounts: a Norwegian IBAN ends in its BBAN. */
export function mayBeOneAccount(bban: string, iban: string): boolean {
  const electronic = normaliseIban(iban);
  return !electronic.startsWith('NO') || electronic.slice(4) === bban.toUpperCase();
}

/** The Luhn check digit of `digits`: from the right, every second digit doubled, beginning with the last. */
export function mod10CheckDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digitFromRight(digits, index);
    const weighed = index % 2 === 0 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return String((10 - (sum % 10)) % 10);
}

/** The weighted MOD11 check character of `digits`; "-" stands for ten. */
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
