/** The line that every request writes. */
import type { Stage } from '../domain/stages.ts';

/** One line of the log, without personal data. */
export interface DoorLogEntry {
  readonly door: 'rest' | 'graphql' | 'sca';
  readonly method: string;
  /** The row's path; of GraphQL the type of the operation and the fields of the schema at its root. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly tppId?: string;
  /** X-Request-ID where it is a UUID, else a hash of it. */
  readonly requestId?: string;
  /** Where traces are sent: the id of the request's trace. */
  readonly traceId?: string;
  /** Id and code of the failure that the answer shows. */
  readonly failureId?: string;
  readonly code?: string;
  /** The stage that refused or failed. */
  readonly stage?: Stage;
  /** All codes of an answer that carries several, each once. */
  readonly codes?: readonly string[];
}

/** Writes a log line; `error` is what was thrown, for failures that are defects. */
export type DoorLog = (entry: DoorLogEntry, error?: unknown) => void;
