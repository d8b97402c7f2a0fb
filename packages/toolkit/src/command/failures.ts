/**
 * What ends a command early. The exit code: 1 the bank refused, 2 wrong usage, 3 the service failed or cannot be
 * reached.
 */

/** A mistake in the command line; the message is one line that names the argument. */
export class UsageError extends Error {}

/**
 * The bank refused, or a check failed. The message goes to standard error; the command has already printed the answer,
 * if there is one.
 */
export class RefusedError extends Error {}

export const exitCodes = { done: 0, refused: 1, wrongUse: 2, noService: 3 } as const;
