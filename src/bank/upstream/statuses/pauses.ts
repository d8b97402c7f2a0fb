/** When a remote bank is asked for the status of a payment again. */
import { doublingPause } from '../../doubling-pause.ts';

/** The pause doubles from the first to the last while nothing changes, in milliseconds. */
export const pauses = { first: 2_000, last: 15 * 60_000 } as const;

/** The pause after so many polls in a row that changed nothing. */
export const nextPause = (unchanged: number): number => doublingPause(pauses, unchanged);
