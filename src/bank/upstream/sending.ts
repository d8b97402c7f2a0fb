/**
 * Signs a call and sends it. A read that broke off is sent once more, since a connection that was idle may close just then;
 * what changes something is for the caller to repeat, under the same id. Start at `createSender`.
 */
import { type Identity, signRequest } from '../../../packages/toolkit/src/sign.ts';
import { type Answer, type Transport, TransportFailure } from './http.ts';
import type { Asked } from './reading.ts';
import type { UpstreamSettings } from './settings.ts';

/** Sends the call, and ends at `until` (epoch milliseconds). */
export type Sender = (asked: Asked, until: number) => Promise<Answer | TransportFailure>;

export function createSender(settings: UpstreamSettings, transport: Transport, now: () => number): Sender {
  const identity: Identity = settings.identity;

  async function once(asked: Asked, signal: AbortSignal): Promise<Answer | TransportFailure> {
    const { method, url, body } = asked;
    const headers = signRequest({ method, url, headers: asked.headers, body }, identity, {
      now: new Date(now()),
    });
    const path = url.slice(new URL(url).origin.length);
    try {
      return await transport.send({ method, path, headers, body, signal });
    } catch (error) {
      if (error instanceof TransportFailure) return error;
      throw error;
    }
  }

  return async (asked, until) => {
    const late = new AbortController();
    // AbortSignal.timeout() keeps its timer after the answer: thousands of them at a time.
    const timer = setTimeout(() => late.abort(), Math.max(1, until - now()));
    try {
      const first = await once(asked, late.signal);
      const again = asked.method === 'GET' && first instanceof TransportFailure && first.kind === 'BROKEN';
      return again && !late.signal.aborted ? await once(asked, late.signal) : first;
    } finally {
      clearTimeout(timer);
    }
  };
}
