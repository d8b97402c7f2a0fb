/** The Latin characters that every SEPA bank must accept. */

const nonLatin = /[^A-Za-z0-9/?:().,'+ -]/gu;
const latinReference = /^[A-Za-z0-9?:().,'+ -]+(?:\/[A-Za-z0-9?:().,'+ -]+)*$/;

export const isLatin = (text: string): boolean => text.search(nonLatin) < 0;

/** EPC references must not begin or end with a slash, nor contain two in a row. */
export const isLatinReference = (text: string): boolean => latinReference.test(text);

/** Unicode does not decompose these characters. */
// biome-ignore format: a table
const replacements: Readonly<Record<string, string>> = {
  Æ: 'AE', æ: 'ae', Ø: 'O', ø: 'o', Œ: 'OE', œ: 'oe', ß: 'ss', ẞ: 'SS', Ð: 'D', ð: 'd', Đ: 'D', đ: 'd',
  Þ: 'TH', þ: 'th', Ł: 'L', ł: 'l', Ħ: 'H', ħ: 'h', ı: 'i',
};

/** Keeps Latin characters. Removes accents, replaces a letter such as Ø by the nearest letters, and any other character by a full stop. */
export const toLatin = (text: string): string =>
  Array.from(
    text.normalize('NFD').replace(/\p{M}/gu, ''),
    (character) => replacements[character] ?? character,
  )
    .join('')
    .replace(nonLatin, '.');
