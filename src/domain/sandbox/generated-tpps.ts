/**
 * TPPs that other TPPs have created. The founder of a family is the TPP that no other TPP created. A hash of its id, the family, is in
 * the identifiers of the others. Limits count the others as one TPP, so that no TPP avoids a limit by creating TPPs.
 */

const identifierForm = /^PSDNO-FSA-[A-Z0-9]{1,40}-([0-9A-F]{12})-[0-9A-F]{12}$/;

/** `family` and `randomPart` are 12 hexadecimal digits in capitals. */
export const generatedTppId = (name: string, family: string, randomPart: string): string =>
  `PSDNO-FSA-${name.toUpperCase().replaceAll(' ', '')}-${family}-${randomPart}`;

/** The family in the identifier; null: no other TPP created this TPP. */
export const familyOf = (tppId: string): string | null => identifierForm.exec(tppId)?.[1] ?? null;

/** The key under which limits count a TPP. All generated TPPs of a family share one; the founder has its own. */
export function shareOf(tppId: string): string {
  const family = familyOf(tppId);
  return family === null ? tppId : `made of ${family}`;
}
