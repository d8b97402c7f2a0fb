/** The TPPs that one TPP, the founder, has created form a family. Limits count a family as one TPP, so new TPPs do not raise them. */

const identifierForm = /^PSDNO-FSA-[A-Z0-9]{1,40}-([0-9A-F]{12})-[0-9A-F]{12}$/;

/** `family` and `randomPart` have 12 hexadecimal digits each, in capitals. `family` comes from a hash of the founder's id. */
export const generatedTppId = (name: string, family: string, randomPart: string): string =>
  `PSDNO-FSA-${name.toUpperCase().replaceAll(' ', '')}-${family}-${randomPart}`;

/** null: no other TPP created this TPP. */
export const familyOf = (tppId: string): string | null => identifierForm.exec(tppId)?.[1] ?? null;

/**
 * The key under which limits count a TPP. The founder of a family has a key of its own.
 * `certificatesAnHour` does not use this key: it counts the founder with its family.
 */
export function limitKeyOf(tppId: string): string {
  const family = familyOf(tppId);
  return family === null ? tppId : `family ${family}`;
}
