/**
 * Signs and sends a call. A read that broke off is retried once, because an idle connection may close at that moment; the
 * caller retries writes under the same id.
 */
import { signRequest } from '../../../packages/toolkit/src/sign.ts';
import { type RemoteAnswer, type Transport, TransportFailure } from '../remote-calls/http.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import { type CallTraces, sendTraced } from '../remote-calls/traces.ts';
import { callOf } from './calls.ts';
import type { OutgoingCall } from './reading.ts';

export interface SenderParts {
  readonly settings: () => CallSettings;
  readonly transport: Transport;
  readonly now: () => number;
  readonly traces: CallTraces | null;
}

/** `until`: epoch milliseconds. */
export async function sendCall(
  sender: SenderParts,
  call: OutgoingCall,
  until: number,
): Promise<RemoteAnswer | TransportFailure> {
  const late = new AbortController();
  // AbortSignal.timeout() keeps its timer after the response: thousands at a time.
  const timer = setTimeout(() => late.abort(), Math.max(1, until - sender.now()));
  try {
    const first = await sendOnce(sender, call, late.signal, 0);
    const again = call.method === 'GET' && first instanceof TransportFailure && first.kind === 'BROKEN';
    return again && !late.signal.aborted ? await sendOnce(sender, call, late.signal, 1) : first;
  } finally {
    clearTimeout(timer);
  }
}

function sendOnce(
  { settings, transport, now, traces }: SenderParts,
  call: OutgoingCall,
  signal: AbortSignal,
  sentBefore: number,
): Promise<RemoteAnswer | TransportFailure> {
  const { method, url, body } = call;
  const { identity, url: base } = settings();
  const headers = signRequest({ method, url, headers: call.headers, body }, identity, {
    now: new Date(now()),
  });
  const path = url.slice(new URL(url).origin.length);
  const { path: template } = callOf(call.operation);
  return sendTraced(
    transport,
    traces,
    { base, template, sentBefore },
    { method, path, headers, body, signal },
  );
}
