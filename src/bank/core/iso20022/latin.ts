/** The Latin characters that every bank of SEPA takes. */

const outside = /[^A-Za-z0-9/?:().,'+ -]/gu;
const reference = /^[A-Za-z0-9?:().,'+ -]+(?:\/[A-Za-z0-9?:().,'+ -]+)*$/;

/** True for a text of these characters alone. */
export const isLatin = (text: string): boolean => text.search(outside) < 0;

/** True for a reference or id as the EPC has it: no slash at either end, no two in a row. */
export const isLatinReference = (text: string): boolean => reference.test(text);

/** Letters that are no base letter with marks. */
const letters: Readonly<Record<string, string>> = {
  ...{ Æ: 'AE', æ: 'ae', Ø: 'O', ø: 'o', Œ: 'OE', œ: 'oe', ß: 'ss', ẞ: 'SS', Ð: 'D', ð: 'd', Đ: 'D', đ: 'd' },
  ...{ Þ: 'TH', þ: 'th', Ł: 'L', ł: 'l', Ħ: 'H', ħ: 'h', ı: 'i', '…': '.' },
};

/** The text with the Latin letters that are nearest to its own; a full stop for what has none. */
export const latinOf = (text: string): string =>
  Array.from(text.normalize('NFD').replace(/\p{M}/gu, ''), (character) => letters[character] ?? character)
    .join('')
    .replace(outside, '.');
