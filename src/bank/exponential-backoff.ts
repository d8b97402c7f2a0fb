/** In milliseconds. */
export interface BackoffBounds {
  readonly first: number;
  readonly last: number;
}

/** `doublings` is 0 for the first pause. */
export const backoffMs = ({ first, last }: BackoffBounds, doublings: number): number =>
  Math.min(last, first * 2 ** doublings);
