/**
 * Plays the faults that a TPP asks for in a sandbox. A door calls `playBefore` after it has verified the caller and before
 * the operation, and `playAfter` after the operation. `PlayedFault.send` sends the response. The number of waiting requests
 * is limited, for each TPP and in total.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../domain/caller.ts';
import { refuse } from '../domain/refusal.ts';
import { faultHeader, faultMsAtMost, requireFault, type SandboxFault } from '../domain/sandbox/faults.ts';
import { shareOf } from '../domain/sandbox/generated-tpps.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { discard, type HttpAnswer, type HttpRequest } from './message.ts';

export interface FaultParts {
  /** How many requests may wait at once. */
  readonly waitingAtMost: number;
  /** Whether the TPP has set a fault for such requests. */
  readonly isPending: (request: HttpRequest, caller: Caller) => boolean;
  /** Counts the request; null: earlier requests have used the fault up. */
  readonly take: (request: HttpRequest, caller: Caller) => Promise<SandboxFault | null>;
}

export interface Faults {
  /** `isExempt`: this request gets only the fault in its header, and no pending one. */
  playBefore(request: HttpRequest, caller: Caller, isExempt?: () => boolean): Promise<void>;
  /** Plays the fault of the request if it acts after the operation. A thrown Refusal replaces the response. */
  playAfter(request: HttpRequest): Promise<void>;
  /** Ends all waits, for a process that stops. */
  end(): void;
}

export const waitingPerTpp = 20;

export function createFaults({ waitingAtMost, isPending, take }: FaultParts): Faults {
  const slots = createConcurrencyLimit(waitingAtMost, waitingPerTpp);
  const waits = createWaits();

  /** Returns a function that gives the slot back. The end of the exchange does so too. */
  function takeSlot({ response }: HttpRequest, { tppId }: Caller): () => void {
    const release = slots.take(shareOf(tppId));
    if (release === null) {
      const text = `at most ${waitingPerTpp} requests of a TPP may be delayed at once`;
      throw refuse('ACCESS_EXCEEDED', { path: faultHeader, text, retryAfterSeconds: 1 });
    }
    if (response.destroyed) release();
    else response.once('close', release);
    return release;
  }

  /** Waits, or throws the refusal that replaces the response. */
  async function play(request: HttpRequest, fault: SandboxFault): Promise<void> {
    const text = `the fault ${fault.text} was played`;
    if (fault.kind === 'delay') await waits.wait(request, fault.milliseconds);
    if (fault.kind === 'status') throw refusalOf(fault.status, text);
    // Stops the request. The client does not see the refusal, because `send` closes the connection.
    if (fault.kind === 'cut' && !fault.isAfterOperation) throw refuse('UNAVAILABLE', { text });
  }

  return {
    async playBefore(request, caller, isExempt = () => false) {
      const { headers, trace } = request;
      const value = headers.get(faultHeader.toLowerCase());
      if (value === null && (!isPending(request, caller) || isExempt())) return;
      const fault = value === null ? await take(request, caller) : requireFault(value);
      if (fault === null) return;
      const release = 'milliseconds' in fault ? takeSlot(request, caller) : () => undefined;
      trace.fault = fault.text;
      request.fault = {
        fault,
        send(reply, body) {
          const isSent = send(reply, body, fault, (milliseconds) => waits.wait(request, milliseconds));
          // An open stream would keep the slot until its end, although its request no longer waits.
          if (!isSent) release();
          return isSent;
        },
      };
      if (!fault.isAfterOperation) await play(request, fault);
    },
    async playAfter(request) {
      const fault = request.fault?.fault;
      if (fault?.isAfterOperation) await play(request, fault);
    },
    end: waits.end,
  };
}

function createWaits() {
  const waits = new Set<AbortController>();
  let isEnded = false;
  return {
    /** The deadline and the time-out of idle connections do not run meanwhile. Ends early if the client disconnects or the process stops. */
    async wait(request: HttpRequest, milliseconds: number): Promise<void> {
      const { response } = request;
      if (response.destroyed || isEnded) return;
      const waiting = new AbortController();
      const end = () => waiting.abort();
      waits.add(waiting);
      response.once('close', end);
      request.isDelayed = true;
      // Node restores the time-out of the server at the next request of the connection.
      if (response.socket instanceof Socket) response.socket.setTimeout(2 * faultMsAtMost);
      await sleep(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined);
      waits.delete(waiting);
      response.off('close', end);
      request.isDelayed = false;
      request.deadline?.refresh();
    },
    end(): void {
      isEnded = true;
      for (const waiting of waits) waiting.abort();
    },
  };
}

function refusalOf(status: 429 | 500 | 503, text: string) {
  if (status === 500) return refuse('SYSTEM_ERROR', { text });
  return refuse(status === 429 ? 'ACCESS_EXCEEDED' : 'UNAVAILABLE', { text, retryAfterSeconds: 1 });
}

function send(
  reply: FastifyReply,
  body: HttpAnswer['body'],
  fault: SandboxFault,
  pause: (milliseconds: number) => Promise<void>,
): boolean {
  const hasBody = body !== null && reply.request.method !== 'HEAD';
  if (fault.kind === 'cut' || (fault.kind === 'cut-body' && hasBody))
    void sendCut(reply, body, fault.kind === 'cut-body');
  else if (fault.kind === 'slow-body' && hasBody && body instanceof Uint8Array)
    void sendSlowly(reply, body, (pieces) => pause(fault.milliseconds / pieces));
  else return false;
  return true;
}

/** Sends status and headers without Fastify, which would send the body as a whole. */
function sendHead(reply: FastifyReply, body: HttpAnswer['body']): ServerResponse {
  const { raw } = reply.hijack();
  const length = body instanceof Uint8Array ? { 'content-length': body.length } : {};
  raw.writeHead(reply.statusCode, { ...reply.getHeaders(), ...length } as OutgoingHttpHeaders);
  raw.flushHeaders();
  return raw;
}

/** Closes the connection: at once, or after half of the body or the first chunk of a stream. */
async function sendCut(reply: FastifyReply, body: HttpAnswer['body'], sendsPart: boolean): Promise<void> {
  const raw = sendsPart ? sendHead(reply, body) : reply.hijack().raw.destroy();
  const part = body instanceof ReadableStream ? await discard(body) : body?.subarray(0, body.length / 2);
  if (sendsPart) raw.write(part, () => raw.destroy());
}

const piecesAtMost = 20;

async function sendSlowly(
  reply: FastifyReply,
  body: Uint8Array,
  pause: (pieces: number) => Promise<void>,
): Promise<void> {
  const raw = sendHead(reply, body);
  const size = Math.ceil(body.length / piecesAtMost);
  for (let at = 0; at < body.length; at += size) {
    await pause(Math.ceil(body.length / size));
    raw.write(body.subarray(at, at + size));
  }
  raw.end();
}
