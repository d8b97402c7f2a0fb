import type { Stage } from '../domain/stages.ts';

export interface DoorLogEntry {
  readonly door: 'rest' | 'graphql' | 'sca';
  readonly method: string;
  /** The path of the row; for GraphQL, the type of the operation and its root fields. */
  readonly route: string;
  /** The product in the path of a payment, if the bank has it. */
  readonly product?: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly tppId?: string;
  /** X-Request-ID if it is a UUID, otherwise a hash of it. */
  readonly requestId?: string;
  /** Present only when traces are sent. */
  readonly traceId?: string;
  /** Id and code of the failure in the response. */
  readonly failureId?: string;
  readonly code?: string;
  readonly stage?: Stage;
  /** In a sandbox: the fault that the TPP asked for. */
  readonly fault?: string;
  /** All codes of a response that has several, each once. */
  readonly codes?: readonly string[];
}

/** `error`: what was thrown, for defects. */
export type DoorLog = (entry: DoorLogEntry, error?: unknown) => void;
