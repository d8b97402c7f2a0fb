/** Pauses between repeated attempts, which double from the first to the last, in milliseconds. */

export interface Pauses {
  readonly first: number;
  readonly last: number;
}

/** More doublings than any pair of pauses has, and few enough to be counted exactly. */
const doublingsAtMost = 20;

/** The pause that has been doubled so many times. */
export const doublingPause = ({ first, last }: Pauses, doublings: number): number =>
  Math.min(last, first * 2 ** Math.min(Math.max(doublings, 0), doublingsAtMost));
