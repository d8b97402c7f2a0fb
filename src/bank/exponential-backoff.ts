/** The first and the longest pause between attempts, in milliseconds. Pauses double until the longest one. */
export interface BackoffBounds {
  readonly first: number;
  readonly last: number;
}

/** More than any `last` needs. The bound keeps the power an exact number. */
const maxDoublings = 20;

export const backoffMs = ({ first, last }: BackoffBounds, doublings: number): number =>
  Math.min(last, first * 2 ** Math.min(Math.max(doublings, 0), maxDoublings));
