/** The order in which tests are run for a change: those that most likely notice it, and quickly, come first. */
import { basename, dirname } from 'node:path';

export interface Asked {
  readonly test: string;
  readonly milliseconds: number;
  /** How much of the source it reaches: a test that reaches everything checks little of it closely. */
  readonly breadth: number;
}

/** The tests, the one to ask first in front. */
export function inOrder<T extends Asked>(tests: readonly T[], file: string): T[] {
  const cost = ({ test, milliseconds, breadth }: Asked) =>
    (milliseconds + 200) * Math.sqrt(breadth + 1) * farness(test, file);
  return [...tests].sort((one, other) => cost(one) - cost(other));
}

/** From 0.02 for a test that is named after the file to 1 for one in another room. */
function farness(test: string, file: string): number {
  if (basename(test, '.test.ts') === basename(file, '.ts')) return 0.02;
  const [ofTest, ofFile] = [foldersOf(test), foldersOf(file)];
  const apart = ofFile.findIndex((folder, at) => folder !== ofTest[at]);
  return 0.3 ** (apart < 0 ? ofFile.length : apart);
}

/** Tests lie in the same folders as what they test, beside `src` or in the place of it. */
const foldersOf = (path: string): readonly string[] =>
  dirname(path)
    .split('/')
    .filter((folder) => folder !== 'src' && folder !== 'test');
