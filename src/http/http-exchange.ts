/** State of a request beyond Fastify's own, from its arrival to the end of its work. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { SandboxFault } from '../domain/sandbox/faults.ts';

/** A fault that a sandbox plays (faults.ts). */
export interface PlayedFault {
  readonly fault: SandboxFault;
  /** Sends the response as the fault demands; false: the fault leaves the response as it is. */
  send(reply: FastifyReply, body: Uint8Array | ReadableStream<Uint8Array> | null): boolean;
}

export class HttpExchange {
  readonly raw: ServerResponse;
  /** The timer of the deadline. It does nothing while a fault delays the request. */
  deadline: NodeJS.Timeout | undefined;
  isDelayed = false;
  fault: PlayedFault | null = null;
  /** The deadline has sent a response, so the result of the work is discarded. */
  isLate = false;
  /** Leaves the response out of the request log: probes, a 503 before the handler, and the 503 of the deadline. */
  isUnlogged: boolean;
  /** Of the arriving body, and then of the running request. */
  releaseSlot: () => void = () => undefined;
  /** The work of the handler, which continues after the deadline. Never rejects. */
  work: Promise<void> = Promise.resolve();

  constructor(raw: ServerResponse, isProbe: boolean) {
    this.raw = raw;
    this.isUnlogged = isProbe;
  }
}
