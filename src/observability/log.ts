import type { Stage } from '../domain/stages.ts';

/** The log line of a request. A door is REST, GraphQL or the SCA pages. */
export interface DoorLogEntry {
  readonly door: 'rest' | 'graphql' | 'sca';
  readonly method: string;
  /** REST and SCA: the path template. GraphQL: the type of the operation and its root fields. */
  readonly route: string;
  /** The product in the path, if the bank has a product of this name. */
  readonly product?: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly tppId?: string;
  /** The X-Request-ID if it is a UUID, otherwise a hash of it. */
  readonly requestId?: string;
  /** Present only when traces are sent. */
  readonly traceId?: string;
  /** Id and code of the failure in the response. */
  readonly failureId?: string;
  readonly code?: string;
  /** The stage in which the request failed. */
  readonly stage?: Stage;
  /** In a sandbox: the fault that was played, as the TPP has set it. */
  readonly fault?: string;
  /** The different codes of a response that has several. */
  readonly codes?: readonly string[];
}

/** `error` is what was thrown, if the request has failed. */
export type DoorLog = (entry: DoorLogEntry, error?: unknown) => void;
