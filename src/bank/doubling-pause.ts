/** Exponential backoff, in milliseconds. */

export interface Pauses {
  readonly first: number;
  readonly last: number;
}

/** Enough for any pair, and exact as a number. */
const doublingsAtMost = 20;

export const doublingPause = ({ first, last }: Pauses, doublings: number): number =>
  Math.min(last, first * 2 ** Math.min(Math.max(doublings, 0), doublingsAtMost));
