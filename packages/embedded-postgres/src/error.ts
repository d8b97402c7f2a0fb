/** A failure that a person can correct; its message is one line. Any other error that is thrown here is a defect. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The code of a failed system call or of a PostgreSQL error; an empty text when there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Turns a failed system call into a line for a person: what was tried, and the system's code. */
export function explain(error: unknown, attempt: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const detail = codeOf(error) || (error instanceof Error ? error.message : String(error));
  return new EmbeddedPostgresError(`Embedded PostgreSQL: cannot ${attempt} (${detail}).`, { cause: error });
}
