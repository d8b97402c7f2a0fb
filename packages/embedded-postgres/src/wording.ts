/** What messages to a person call the things that are the caller's: the caller knows how its users set them. */
export interface Wording {
  /** The data directory, such as the name of the environment variable that holds it. */
  readonly dataDir: string;
  /** What to do where this PostgreSQL cannot run at all. */
  readonly alternative: string;
}

export const defaultWording: Wording = {
  dataDir: 'the data directory',
  alternative: 'use another PostgreSQL server',
};
