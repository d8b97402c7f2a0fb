import { backoffMs } from '../../exponential-backoff.ts';

/** The pauses between polls, in milliseconds. They grow while polls find no change. */
export const pollPauses = { first: 2_000, last: 15 * 60_000 } as const;

/** `unchanged` is the number of polls in a row that found no change. */
export const pauseAfterUnchanged = (unchanged: number): number => backoffMs(pollPauses, unchanged);
