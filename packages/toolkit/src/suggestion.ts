import { differByAtMost } from '../../../src/domain/values/misspelling.ts';

/** Suggests a name that differs from the typed word by one letter: missing, added, wrong or swapped. */
export function suggestion(typed: string, names: readonly string[]): string {
  const name = names.find((one) => differByAtMost(1, typed, one));
  return name === undefined ? '' : ` Did you mean '${name}'?`;
}
