/** Whether `word` becomes `name` by at most `errors` corrections of a missing, an extra, a wrong or two swapped letters. */
export function differByAtMost(errors: number, word: string, name: string): boolean {
  if (word === name) return true;
  if (errors === 0) return false;
  let begin = 0;
  while (begin < word.length && word[begin] === name[begin]) begin += 1;
  const correctAndCompare = (wordLetters: number, nameLetters: number) =>
    differByAtMost(errors - 1, word.slice(begin + wordLetters), name.slice(begin + nameLetters));
  const isSwapped = word[begin] === name[begin + 1] && word[begin + 1] === name[begin];
  return (
    correctAndCompare(0, 1) || // a missing letter
    correctAndCompare(1, 0) || // an extra letter
    correctAndCompare(1, 1) || // a wrong letter
    (isSwapped && correctAndCompare(2, 2))
  );
}
