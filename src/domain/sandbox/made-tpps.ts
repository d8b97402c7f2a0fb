/**
 * TPPs that other TPPs have created. Their identifiers contain the family of the first TPP, so that no TPP avoids a
 * limit by creating others.
 */

const shape = /^PSDNO-FSA-[A-Z0-9]{1,40}-([0-9A-F]{12})-[0-9A-F]{12}$/;

/** `family` and `chance` are 12 hexadecimal digits in capitals. */
export const generatedTppId = (name: string, family: string, chance: string): string =>
  `PSDNO-FSA-${name.toUpperCase().replaceAll(' ', '')}-${family}-${chance}`;

/** null: no other TPP created it. */
export const familyOf = (tppId: string): string | null => shape.exec(tppId)?.[1] ?? null;

/** The name under which a TPP is counted: created TPPs share one bound, and their creator has its own. */
export function shareOf(tppId: string): string {
  const family = familyOf(tppId);
  return family === null ? tppId : `made of ${family}`;
}
