/** The names differ by one letter: missing, added, wrong or swapped. */
export function suggestion(typed: string, names: readonly string[]): string {
  const name = names.find((one) => shortened(one).some((text) => shortened(typed).includes(text)));
  return name === undefined ? '' : ` Did you mean '${name}'?`;
}

const shortened = (word: string): readonly string[] => [
  word,
  ...[...word].map((_, index) => word.slice(0, index) + word.slice(index + 1)),
];
