/** Characters that every SEPA bank must accept. */

const outside = /[^A-Za-z0-9/?:().,'+ -]/gu;
const reference = /^[A-Za-z0-9?:().,'+ -]+(?:\/[A-Za-z0-9?:().,'+ -]+)*$/;

export const isLatin = (text: string): boolean => text.search(outside) < 0;

/** EPC references must not begin or end with a slash, nor contain two in a row. */
export const isLatinReference = (text: string): boolean => reference.test(text);

/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ...{ Æ: 'AE', æ: 'ae', Ø: 'O', ø: 'o', Œ: 'OE', œ: 'oe', ß: 'ss', ẞ: 'SS', Ð: 'D', ð: 'd', Đ: 'D', đ: 'd' },
  ...{ Þ: 'TH', þ: 'th', Ł: 'L', ł: 'l', Ħ: 'H', ħ: 'h', ı: 'i', '…': '.' },
};

/** Replaces letters by the nearest Latin ones, other characters by a full stop. */
export const latinOf = (text: string): string =>
  Array.from(text.normalize('NFD').replace(/\p{M}/gu, ''), (character) => letters[character] ?? character)
    .join('')
    .replace(outside, '.');
