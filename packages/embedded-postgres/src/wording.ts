/** Names of the caller's settings in messages to a person. */
export interface Wording {
  /** The data directory, such as the name of the environment variable that holds it. */
  readonly dataDir: string;
  /** What a person can do where this PostgreSQL cannot run at all. */
  readonly alternative: string;
}

export const defaultWording: Wording = {
  dataDir: 'the data directory',
  alternative: 'use another PostgreSQL server',
};
