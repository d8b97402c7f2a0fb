/** Pauses between attempts that double each time, up to the last one. All are milliseconds. */

export interface BackoffBounds {
  readonly first: number;
  readonly last: number;
}

/** Reaches `last` from any `first` in use. The bound keeps the power an exact number. */
const doublingsAtMost = 20;

export const backoffMs = ({ first, last }: BackoffBounds, doublings: number): number =>
  Math.min(last, first * 2 ** Math.min(Math.max(doublings, 0), doublingsAtMost));
