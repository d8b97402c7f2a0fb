import { expect, it } from 'vitest';
import { textOf } from './markdown.ts';

const wordsAtMost = 40;

function sentencesOf(text: string): readonly string[] {
  const pieces = text
    .split(/\n\n|\n(?=[|#])/)
    .flatMap((block) => (block.startsWith('|') ? block.split(/(?<!\\)\|/) : block.replace(/\s+/g, ' ')));
  return pieces.flatMap((piece) => piece.trim().split(/(?<=[.?!])\s+/));
}

const tooLong = (text: string): readonly string[] =>
  sentencesOf(text).filter(
    (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length > wordsAtMost,
  );

it('docs/decisions.md has no sentence of more than 40 words', () => {
  expect(tooLong(textOf('docs/decisions.md'))).toEqual([]);
});

it('a long sentence is found in a cell and in a paragraph, and a full stop ends one', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  const [short, long] = [words(wordsAtMost), words(wordsAtMost + 1)];
  expect(
    tooLong(`# Title\n\n${short}.\n${short}\n\n| a | b |\n| --- | --- |\n| ${short}. ${short} | ${short} |`),
  ).toEqual([]);
  expect(tooLong(`${words(30)}\n${words(11)}\n\n| a | b |\n| --- | --- |\n| a | ${long} |`)).toEqual([
    long,
    long,
  ]);
});
