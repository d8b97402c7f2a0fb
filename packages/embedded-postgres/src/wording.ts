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
