/**
 * BBAN: an account number in national form.
 * Any 1 to 30 letters and digits pass. Sandboxes are full of made-up numbers, so a Norwegian check digit
 * that does not fit draws a warning and never a refusal.
 */
import { mod11CheckCharacter } from './check-digits.ts';

const letterOrDigits = /^[0-9A-Za-z]+$/;
const norwegianLength = /^[0-9]{11}$/;
const charactersAtMost = 30;

/** The text of the fault of `text` as a BBAN, or null when it is one. */
export function checkBban(text: string): string | null {
  if (text === '') return 'must not be empty';
  if (text.length > charactersAtMost) return `must have at most ${charactersAtMost} characters`;
  return letterOrDigits.test(text) ? null : 'must hold letters and digits alone';
}

/** A warning for a number that looks Norwegian, eleven digits, but whose last digit does not check (MOD11). */
export function bbanWarning(text: string): string | null {
  if (!norwegianLength.test(text)) return null;
  return mod11CheckCharacter(text.slice(0, 10)) === text.slice(10)
    ? null
    : 'looks like a Norwegian account number but its check digit does not fit';
}
