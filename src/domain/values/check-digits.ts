/**
 * The two check-digit rules that Norwegian payments use: MOD10 (Luhn) and MOD11 with weights 2 to 7 from the right.
 * Both take digits alone, without the check character itself. KID and account numbers build on them.
 */

/** The Luhn check digit of `digits`: from the right, every second digit doubled, beginning with the last. */
export function mod10CheckDigit(digits: string): string {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digitFromRight(digits, place);
    const weighed = place % 2 === 0 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return String((10 - (sum % 10)) % 10);
}

/** The weighted MOD11 check character of `digits`; "-" stands for ten. */
export function mod11CheckCharacter(digits: string): string {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    sum += digitFromRight(digits, place) * (2 + (place % 6));
  }
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? '-' : String(check);
}

function digitFromRight(digits: string, place: number): number {
  return digits.charCodeAt(digits.length - 1 - place) - '0'.charCodeAt(0);
}
