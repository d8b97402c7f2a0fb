/** A failure that a person can correct; the message is one line. Any other error is a defect. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The code of a failed system call or of PostgreSQL; empty: there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** `attempt` completes the sentence “cannot …”. */
export function explain(error: unknown, attempt: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const detail = codeOf(error) || (error instanceof Error ? error.message : String(error));
  return new EmbeddedPostgresError(`Embedded PostgreSQL: cannot ${attempt} (${detail}).`, { cause: error });
}

/** Words of the service in the messages. */
export interface Wording {
  /** Such as the name of the environment variable. */
  readonly dataDir: string;
  /** What a person can do if this PostgreSQL cannot run. */
  readonly alternative: string;
}

export const defaultWording: Wording = {
  dataDir: 'the data directory',
  alternative: 'use another PostgreSQL server',
};
