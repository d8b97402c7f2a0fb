/** The message is one line that names the argument. */
export class UsageError extends Error {}

export const exitCodes = { done: 0, refused: 1, wrongUse: 2, noService: 3 } as const;
