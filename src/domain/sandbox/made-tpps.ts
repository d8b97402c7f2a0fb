/**
 * TPPs that TPPs of a sandbox make. Each carries in its identifier which family it is of: the family of a TPP that nobody has
 * made is whatever was made by it and by those. So no TPP gets around a bound by making others.
 */

const shape = /^PSDNO-FSA-[A-Z0-9]{1,40}-([0-9A-F]{12})-[0-9A-F]{12}$/;

/** The identifier of a new TPP; `family` and `chance` are 12 hexadecimal digits in capitals. */
export const madeTppId = (name: string, family: string, chance: string): string =>
  `PSDNO-FSA-${name.toUpperCase().replaceAll(' ', '')}-${family}-${chance}`;

/** The family of a TPP that another one has made; null: nobody has. */
export const familyOf = (tppId: string): string | null => shape.exec(tppId)?.[1] ?? null;

/** Under which name the TPP is counted: what is made of one TPP shares what a TPP may take, and its maker has its own. */
export function shareOf(tppId: string): string {
  const family = familyOf(tppId);
  return family === null ? tppId : `made of ${family}`;
}
