/**
 * Signs and sends a call. If the connection of a read breaks, the read is sent once more, because an idle connection may close just when
 * a request begins. A write is not sent again here: its caller retries it with the same id.
 */
import { signRequest } from '../../../packages/toolkit/src/sign.ts';
import { type RemoteAnswer, type Transport, TransportFailure } from '../remote-calls/http.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import { type CallTraces, sendTraced } from '../remote-calls/traces.ts';
import { callOf } from './calls.ts';
import type { OutgoingCall } from './reading.ts';

export interface SenderParts {
  readonly settings: CallSettings;
  readonly transport: Transport;
  readonly now: () => number;
  readonly traces: CallTraces | null | undefined;
}

export async function sendCall(
  sender: SenderParts,
  call: OutgoingCall,
  signal: AbortSignal,
): Promise<RemoteAnswer | TransportFailure> {
  const result = await sendOnce(sender, call, signal);
  const isBrokenRead =
    call.method === 'GET' && result instanceof TransportFailure && result.kind === 'BROKEN';
  return isBrokenRead && !signal.aborted ? sendOnce(sender, call, signal, 1) : result;
}

function sendOnce(
  { settings, transport, now, traces }: SenderParts,
  call: OutgoingCall,
  signal: AbortSignal,
  earlierAttempts = 0,
): Promise<RemoteAnswer | TransportFailure> {
  const { method, url, body } = call;
  const { identity, url: base } = settings;
  const headers = signRequest({ method, url, headers: call.headers, body }, identity, {
    now: new Date(now()),
  });
  const path = url.slice(new URL(url).origin.length);
  const { path: template } = callOf(call.operation);
  return sendTraced(
    transport,
    traces,
    { base, template, earlierAttempts },
    { method, path, headers, body, signal },
  );
}
