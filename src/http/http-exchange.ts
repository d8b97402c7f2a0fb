/** State of a request beyond Fastify's own, from its arrival to the end of its work. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { SandboxFault } from '../domain/sandbox/faults.ts';
import type { RequestSpan } from '../observability/request-trace.ts';

/** A fault that a sandbox plays (faults.ts). */
export interface PlayedFault {
  readonly fault: SandboxFault;
  /** Sends the response as the fault demands; false: the fault leaves the response as it is. */
  send(reply: FastifyReply, body: Uint8Array | ReadableStream<Uint8Array> | null): boolean;
}

export interface HttpExchange {
  readonly span: RequestSpan | null;
  readonly isProbe: boolean;
  readonly raw: ServerResponse;
  deadline: NodeJS.Timeout | undefined;
  /** Restarts the timer of the deadline. */
  restartDeadline: () => void;
  fault: PlayedFault | null;
  /** The deadline has sent a response, so the result of the work is discarded. */
  isLate: boolean;
  /** Leaves the response out of the request log: probes, a 503 before the handler, and the 503 of the deadline. */
  isUnlogged: boolean;
  releaseBodySlot: () => void;
  releaseSlot: () => void;
  /** The work of the handler, which continues after the deadline. Never rejects. */
  work: Promise<void>;
}
