/**
 * Signs a call and sends it. A read that broke off is sent once more, since a connection that was idle may close just then;
 * what changes something is for the caller to repeat, under the same id. Start at `createSender`.
 */
import { type Identity, signRequest } from '../../../packages/toolkit/src/sign.ts';
import { type Answer, type Transport, TransportFailure } from '../remote-calls/http.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import type { Asked } from './reading.ts';

/** Sends the call, and ends at `until` (epoch milliseconds). */
export type Sender = (asked: Asked, until: number) => Promise<Answer | TransportFailure>;

export function createSender(settings: CallSettings, transport: Transport, now: () => number): Sender {
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
    const signal = AbortSignal.timeout(Math.max(1, until - now()));
    const first = await once(asked, signal);
    const again = asked.method === 'GET' && first instanceof TransportFailure && first.kind === 'BROKEN';
    return again && !signal.aborted ? once(asked, signal) : first;
  };
}
