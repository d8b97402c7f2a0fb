import { backoffMs } from '../../exponential-backoff.ts';

/** Exponential backoff in milliseconds while nothing changes. */
export const pauses = { first: 2_000, last: 15 * 60_000 } as const;

/** `unchanged`: polls in a row without a change. */
export const nextPause = (unchanged: number): number => backoffMs(pauses, unchanged);
