/**
 * Signs a call and sends it. A read that broke off is sent once more, since a connection that was idle may close just then;
 * what changes something is for the caller to repeat, under the same id. Start at `createSender`.
 */
import { signRequest } from '../../../packages/toolkit/src/sign.ts';
import { type Answer, type Transport, TransportFailure } from '../remote-calls/http.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import type { CallTraces } from '../remote-calls/traces.ts';
import { callOf } from './calls.ts';
import type { Asked } from './reading.ts';

/** Sends the call, and ends at `until` (epoch milliseconds). */
export type Sender = (asked: Asked, until: number) => Promise<Answer | TransportFailure>;

export function createSender(
  settings: () => CallSettings,
  transport: Transport,
  now: () => number,
  traces: CallTraces | null,
): Sender {
  async function once(
    asked: Asked,
    signal: AbortSignal,
    sentBefore: number,
  ): Promise<Answer | TransportFailure> {
    const { method, url, body } = asked;
    const { identity, url: base } = settings();
    const headers = signRequest({ method, url, headers: asked.headers, body }, identity, {
      now: new Date(now()),
    });
    const path = url.slice(new URL(url).origin.length);
    const { path: template } = callOf(asked.operation);
    const call = traces?.begin({ method, base, template, sentBefore });
    for (const [name, value] of Object.entries(call?.headers ?? {})) headers.set(name, value);
    try {
      const answer = await transport.send({ method, path, headers, body, signal });
      call?.end(answer.status);
      return answer;
    } catch (error) {
      call?.end(error instanceof TransportFailure ? error.kind : 'UNKNOWN');
      if (error instanceof TransportFailure) return error;
      throw error;
    }
  }

  return async (asked, until) => {
    const late = new AbortController();
    // AbortSignal.timeout() keeps its timer after the answer: thousands of them at a time.
    const timer = setTimeout(() => late.abort(), Math.max(1, until - now()));
    try {
      const first = await once(asked, late.signal, 0);
      const again = asked.method === 'GET' && first instanceof TransportFailure && first.kind === 'BROKEN';
      return again && !late.signal.aborted ? await once(asked, late.signal, 1) : first;
    } finally {
      clearTimeout(timer);
    }
  };
}
