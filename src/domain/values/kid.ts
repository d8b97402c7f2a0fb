/** A KID is the customer identification of a Norwegian invoice. */
import { mod10CheckDigit, mod11CheckCharacter } from './account-numbers.ts';

export type KidModulus = 'MOD10' | 'MOD11';

export interface KidAgreement {
  readonly required: boolean;
  /** With the check digit. */
  readonly lengths: readonly number[];
  readonly modulus: KidModulus;
}

export const kidLength = { least: 2, most: 25 } as const;

export function kidCheckDigit(payload: string, modulus: KidModulus): string {
  return modulus === 'MOD10' ? mod10CheckDigit(payload) : mod11CheckCharacter(payload);
}

/** The text of the fault; null: the KID is valid. */
export function checkKid(reference: string, { lengths, modulus }: KidAgreement): string | null {
  const shape = modulus === 'MOD11' ? /^[0-9]+[0-9-]$/ : /^[0-9]{2,}$/;
  if (!shape.test(reference)) {
    return modulus === 'MOD11'
      ? 'must contain only digits, at least two; the last character may also be "-"'
      : 'must contain only digits, at least two';
  }
  if (!lengths.includes(reference.length))
    return `must have ${lengths.join(' or ')} digits for this creditor`;
  return kidCheckDigit(reference.slice(0, -1), modulus) === reference.slice(-1)
    ? null
    : `has a wrong check digit (${modulus})`;
}
