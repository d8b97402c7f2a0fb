/** Suggests a name that differs from the typed word by one letter: missing, added, wrong or swapped. */
export function suggestion(typed: string, names: readonly string[]): string {
  const name = names.find((one) => variants(one).some((text) => variants(typed).includes(text)));
  return name === undefined ? '' : ` Did you mean '${name}'?`;
}

/** The word, and the word without each of its letters. */
const variants = (word: string): readonly string[] => [
  word,
  ...[...word].map((_, index) => word.slice(0, index) + word.slice(index + 1)),
];
