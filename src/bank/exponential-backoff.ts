/** The first and the longest pause between attempts, in milliseconds. Pauses double until the longest one. */
export interface BackoffBounds {
  readonly first: number;
  readonly last: number;
}

export const backoffMs = ({ first, last }: BackoffBounds, doublings: number): number =>
  Math.min(last, first * 2 ** Math.max(doublings, 0));
