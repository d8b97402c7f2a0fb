/** The message is for the operator: one line, or a line for each fault of a file. */
export class StartError extends Error {}
