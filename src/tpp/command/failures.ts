/** What ends a command early. The exit code: 1 the bank refused, 2 wrong use, 3 the service failed or cannot be reached. */

/** A mistake in the call, told in one line that names the argument. */
export class UsageError extends Error {}

/** The bank said no, or a check failed: told on standard error; the command has printed its answer already, if it has one. */
export class RefusedError extends Error {}

export const exitCodes = { done: 0, refused: 1, wrongUse: 2, noService: 3 } as const;
