/** A failure that a person can correct. The message is one line. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The code of the error if it is a text, otherwise an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** `attempt` completes the sentence “cannot …”. */
export function explain(error: unknown, attempt: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const detail = codeOf(error) || (error instanceof Error ? error.message : String(error));
  return new EmbeddedPostgresError(`Embedded PostgreSQL: cannot ${attempt} (${detail}).`, { cause: error });
}

/** Words in messages. `dataDir`: what users call the data directory. `alternative`: what they can do instead. */
export interface Wording {
  readonly dataDir: string;
  readonly alternative: string;
}

export const defaultWording: Wording = {
  dataDir: 'the data directory',
  alternative: 'use another PostgreSQL server',
};
