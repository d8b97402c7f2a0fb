/** Whether a TPP may see the text of another system. Ids, hosts, addresses, class names and stack traces do not pass. */
import { trimBoth } from './text.ts';

const punctuation = /[\p{P}+=<>≤≥…]/u;

const wordForms: readonly RegExp[] = [
  // Words, also joined: "and/or", "TPP's", "X-Request-ID".
  /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)(?:[-'’/](?:\p{Lu}?\p{Ll}+|\p{Lu}+))*$/u,
  // Names of fields and codes: "creditorAccount", "FORMAT_ERROR", "MOD10".
  /^[a-z]{2,}(?:[A-Z][a-z]+)+$/,
  /^[A-Z]+(?:_[A-Z]+)*$/,
  /^[A-Z]+-?\d{1,3}$/,
  // Abbreviations. Their last point is missing, because `trimBoth` removes it.
  /^(?:e\.g|i\.e|f\.eks|bl\.a)$/i,
  // Small numbers, amounts, days and times.
  /^\d{1,4}(?:st|nd|rd|th)?$/,
  /^\d{1,8}[.,]\d{1,3}$/,
  /^\d{1,3}(?:,\d{3})+(?:\.\d{1,3})?$/,
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  /^\d{1,2}[.:]\d{2}(?:[.:]\d{2})?$/,
];
const wordLengthAtMost = 40;
const programWords = /^(?:localhost|stack|traceback|exception|sqlstate|errno|null|undefined)$/i;

interface WordExceptions {
  /** Words that may have any form, such as the path of a field. */
  readonly allowedWords?: readonly string[];
  /** Texts with one of these ids are not plain, even if the id looks like a word. */
  readonly forbiddenIds?: readonly string[];
}

export function isPlainText(
  text: string,
  { allowedWords = [], forbiddenIds = [] }: WordExceptions = {},
): boolean {
  if (/\p{Cc}/u.test(text) || forbiddenIds.some((id) => id !== '' && text.includes(id))) return false;
  const isAllowed = (word: string): boolean => allowedWords.includes(word) || isWord(word);
  return text.split(/ +/).every((token) => {
    const word = trimBoth(token, punctuation);
    return word === '' || isAllowed(word) || word.split('=').every(isAllowed); // name=value
  });
}

const isWord = (word: string): boolean =>
  word.length <= wordLengthAtMost && !programWords.test(word) && wordForms.some((form) => form.test(word));

/** `boundedText` ends a long path with `…`. */
const pathCharacters = /^[\p{L}\p{N}_.[\]/$#@*'"…-]+$/u;
/** A long number, two numbers of an address such as 10.0.0.7, or the start of a UUID. */
const internalInPath = /\d{5}|\d\.\d|[0-9a-f]{8}-/i;

/** False also for a path with one of `ids`. */
export const isPlainPath = (path: string, ids: readonly string[]): boolean =>
  pathCharacters.test(path) &&
  !internalInPath.test(path) &&
  !ids.some((id) => id !== '' && path.includes(id));
