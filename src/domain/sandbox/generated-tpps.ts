/**
 * TPPs that other TPPs have created in a sandbox. They form a family with their founder, the TPP that nobody created. The name of
 * the family is a hash of the founder's id, and each id of a generated TPP contains the name of its family. Limits count all
 * generated TPPs of a family as one, so that nobody avoids a limit by creating TPPs.
 */

const identifierForm = /^PSDNO-FSA-[A-Z0-9]{1,40}-([0-9A-F]{12})-[0-9A-F]{12}$/;

/** `family` and `randomPart` are 12 hexadecimal digits in capitals. */
export const generatedTppId = (name: string, family: string, randomPart: string): string =>
  `PSDNO-FSA-${name.toUpperCase().replaceAll(' ', '')}-${family}-${randomPart}`;

/** The family of a generated TPP; null: no other TPP created this TPP. */
export const familyOf = (tppId: string): string | null => identifierForm.exec(tppId)?.[1] ?? null;

/** The key under which limits count a TPP. All generated TPPs of a family have one key. The founder has a key of its own. */
export function limitKeyOf(tppId: string): string {
  const family = familyOf(tppId);
  return family === null ? tppId : `made of ${family}`;
}
