/** Delivers status changes to a server of the developer, in order for each payment. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { StatusNews } from './listen.ts';
import { textAt } from './record.ts';
import { webhookHeader, webhookSignature } from './webhook.ts';

export interface ForwardAttempt {
  readonly change: StatusNews;
  readonly attempt: number;
  /** null: there was no response, and `fault` says why. */
  readonly status: number | null;
  readonly fault: string | null;
  /** null: this was the last attempt. */
  readonly retryInMs: number | null;
}

export interface ForwardOptions {
  readonly url: string;
  readonly secret: string;
  readonly onAttempt: (attempt: ForwardAttempt) => void;
  /** Once it is aborted, a delivery that waits makes a last attempt at once. */
  readonly noRetries: AbortSignal;
  /** Once it is aborted, running requests end too. */
  readonly interruption: AbortSignal;
  readonly firstRetryMs?: number;
}

const attemptsAtMost = 6;
/** While this many changes wait, `push` waits too, so that its caller reads no more from the bank. */
const waitingAtMost = 100;
const answerWithinMs = 10_000;

export function createForwarder(options: ForwardOptions) {
  /** The last delivery of each payment, by paymentId. It runs after the earlier ones. */
  const lastDeliveries = new Map<string, Promise<void>>();
  let waitingCount = 0;
  let undeliveredCount = 0;
  return {
    async push(change: StatusNews): Promise<void> {
      while (waitingCount >= waitingAtMost) await Promise.race(lastDeliveries.values());
      waitingCount += 1;
      const { paymentId } = change;
      const earlierDelivery = lastDeliveries.get(paymentId) ?? Promise.resolve();
      const delivery = earlierDelivery.then(async () => {
        if (!(await deliver(options, change))) undeliveredCount += 1;
        waitingCount -= 1;
        if (lastDeliveries.get(paymentId) === delivery) lastDeliveries.delete(paymentId);
      });
      lastDeliveries.set(paymentId, delivery);
    },
    /** Resolves with the number of changes that were not delivered. */
    async end(): Promise<number> {
      await Promise.all(lastDeliveries.values());
      return undeliveredCount;
    },
  };
}

/** Every delivery of a change has the same id, so that the receiver can ignore a repetition. */
export function webhookBody({ paymentId, at, from, to }: StatusNews): string {
  const id = createHash('sha256').update(`${paymentId} ${at} ${from} ${to}`).digest('hex').slice(0, 32);
  return JSON.stringify({ id: `evt_${id}`, type: 'payment.status', data: { paymentId, at, from, to } });
}

/** Returns whether the receiver has accepted the change. */
async function deliver(options: ForwardOptions, change: StatusNews): Promise<boolean> {
  const { firstRetryMs = 1_000, onAttempt, noRetries, interruption } = options;
  const signal = AbortSignal.any([noRetries, interruption]);
  for (let attempt = 1; ; attempt += 1) {
    const { status, fault } = await post(options, webhookBody(change));
    const isDelivered = status !== null && status >= 200 && status < 300;
    const isLast = isDelivered || attempt === attemptsAtMost || signal.aborted;
    const retryInMs = isLast ? null : firstRetryMs * 2 ** (attempt - 1);
    onAttempt({ change, attempt, status, fault, retryInMs });
    if (retryInMs === null) return isDelivered;
    await pause(retryInMs, undefined, { signal }).catch(() => undefined);
  }
}

async function post(
  { url, secret, interruption }: ForwardOptions,
  body: string,
): Promise<Pick<ForwardAttempt, 'status' | 'fault'>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [webhookHeader]: webhookSignature(body, secret) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([interruption, AbortSignal.timeout(answerWithinMs)]),
    });
    await response.body?.cancel();
    return { status: response.status, fault: null };
  } catch (error) {
    return { status: null, fault: faultOf(error) };
  }
}

function faultOf(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return `no response within ${answerWithinMs / 1_000} s`;
  if (name === 'AbortError') return 'stopped';
  return textAt(cause, 'code') ?? 'no response';
}
