/** Plays the faults that TPPs ask for in a sandbox, by a header of a request or in advance for their next requests. */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../domain/caller.ts';
import { refuse } from '../domain/refusal.ts';
import {
  faultHeader,
  faultMsAtMost,
  readSandboxFault,
  requireSandboxFault,
  type SandboxFault,
} from '../domain/sandbox/faults.ts';
import { limitKeyOf } from '../domain/sandbox/generated-tpps.ts';
import { every } from '../every.ts';
import { createConcurrencyLimit } from '../fairness/concurrency-limit.ts';
import type { Runner } from '../housekeeping/runner.ts';
import type { FaultPlayer } from '../http/door.ts';
import type { HttpRequest } from '../http/message.ts';
import type { Clock, SharedWork } from '../operations/ports/stores.ts';
import { sendFaulty } from './faulty-answer.ts';

const readEveryMs = 1_000;
/** If more TPPs have a fault, the faults of some TPPs wait until other faults have ended. */
const tppsAtMost = 10_000;
export const delayedRequestsPerTpp = 20;

export interface SandboxFaults extends FaultPlayer, Runner {
  load(): Promise<void>;
  /** Ends all waits, for a process that stops. `stop` ends only the reads of pending faults. */
  endWaits(): void;
}

export function createSandboxFaults(work: SharedWork, clock: Clock, delayedAtMost: number): SandboxFaults {
  const pendingFaults = createPendingFaults(work, clock);
  const slots = createConcurrencyLimit(delayedAtMost, delayedRequestsPerTpp);
  /** Abort the pauses of running requests. */
  const pauseAborters = new Set<AbortController>();
  let isEnded = false;

  /**
   * Takes a slot for the request. `close` or the end of the response releases the slot, and aborts the pauses of the request by `signal`.
   * `endWaits` aborts the pauses too.
   */
  function openWait({ response }: HttpRequest, { tppId }: Caller) {
    const release = slots.take(limitKeyOf(tppId));
    if (release === null) {
      const text = `at most ${delayedRequestsPerTpp} requests of a TPP and ${delayedAtMost} of all TPPs may be delayed at once`;
      throw refuse('ACCESS_EXCEEDED', { path: faultHeader, text, retryAfterSeconds: 1 });
    }
    const aborter = new AbortController();
    const close = () => {
      release();
      pauseAborters.delete(aborter);
      aborter.abort();
    };
    pauseAborters.add(aborter);
    if (response.destroyed) close();
    else response.once('close', close);
    if (isEnded) aborter.abort();
    return { signal: aborter.signal, close };
  }

  return {
    ...pendingFaults,
    async playBefore(request, caller, isExempt = () => false) {
      const value = request.headers.get(faultHeader.toLowerCase());
      const mayBePending = pendingFaults.isPending(request, caller) && !isExempt();
      if (value === null && !mayBePending) return;
      const fault = value === null ? await pendingFaults.take(request, caller) : requireSandboxFault(value);
      if (fault === null) return;
      const wait = 'milliseconds' in fault ? openWait(request, caller) : null;
      const pause = (milliseconds: number) => delay(request, milliseconds, wait?.signal);
      request.trace.fault = fault.text;
      request.sandboxFault = {
        async playAfter() {
          if (fault.isAfterOperation) await play(fault, pause);
        },
        sendInstead(reply, body) {
          const isSentByFault = sendFaulty(reply, body, fault, pause);
          // Without this call, a response that is an open stream would keep the slot until the stream ends.
          if (!isSentByFault) wait?.close();
          return isSentByFault;
        },
      };
      if (!fault.isAfterOperation) await play(fault, pause);
    },
    endWaits() {
      isEnded = true;
      for (const aborter of pauseAborters) aborter.abort();
    },
  };
}

/** Waits, or throws the refusal that replaces the response. */
async function play(fault: SandboxFault, pause: (milliseconds: number) => Promise<void>): Promise<void> {
  const text = `the fault ${fault.text} was played`;
  if (fault.kind === 'delay') await pause(fault.milliseconds);
  // The client does not see the refusal, because `sendFaulty` closes the connection.
  if (fault.kind === 'cut' && !fault.isAfterOperation) throw refuse('UNAVAILABLE', { text });
  if (fault.kind !== 'status') return;
  if (fault.status === 500) throw refuse('SYSTEM_ERROR', { text });
  throw refuse(fault.status === 429 ? 'ACCESS_EXCEEDED' : 'UNAVAILABLE', { text, retryAfterSeconds: 1 });
}

/** During the delay neither the deadline of the request nor the time-out of idle connections applies. */
async function delay(request: HttpRequest, milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { socket } = request.response;
  request.isDelayed = true;
  // Node restores the time-out of the server at the next request of the connection.
  if (socket instanceof Socket) socket.setTimeout(2 * faultMsAtMost);
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  request.isDelayed = false;
  request.deadlineTimer?.refresh();
}

/** The faults for next requests. Each process reads them every second, and the database counts the requests of all processes. */
function createPendingFaults(work: SharedWork, clock: Clock) {
  /** By TPP: the prefix of the paths whose requests get the fault. */
  let pathPrefixes = new Map<string, string>();
  const readPathPrefixes = async () => {
    const rows = await work.stores.sandbox.faults.pending(clock(), tppsAtMost);
    pathPrefixes = new Map(rows.map(({ tppId, path }) => [tppId, path]));
  };
  let lastRead = Promise.resolve();
  // Reads do not overlap, so that an older result cannot replace a newer one.
  const load = (): Promise<void> => {
    const next = lastRead.then(readPathPrefixes);
    lastRead = next.catch(() => undefined);
    return next;
  };
  // A failed read is repeated a second later.
  const loop = every(readEveryMs, load, () => undefined);
  return {
    /** Requests of the console get no faults, so that it works while its user tests a client. */
    isPending({ path, trace }: HttpRequest, { tppId }: Caller): boolean {
      const prefix = pathPrefixes.get(tppId);
      return prefix !== undefined && !trace.isFromConsole && path.startsWith(prefix);
    },
    /** null: earlier requests have used the fault up. */
    async take({ path }: HttpRequest, { tppId }: Caller): Promise<SandboxFault | null> {
      const pendingFault = await work.of(tppId).stores.sandbox.faults.take(tppId, path, clock());
      if (pendingFault === null || pendingFault.timesLeft === 0) pathPrefixes.delete(tppId);
      return pendingFault && readSandboxFault(pendingFault.fault);
    },
    load,
    // A tick returns the number of events that it ran, which is always 0 here.
    tick: () => load().then(() => 0),
    start: loop.wake,
    stop: loop.stop,
  };
}
