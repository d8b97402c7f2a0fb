/** What puts a bank of the tests before another one: a port for the one behind, and a client that calls it. */
import { randomUUID } from 'node:crypto';
import type { KeyAndCertificate } from '../../packages/toolkit/src/certificates.ts';
import { createUpstream, type Upstream } from '../../src/bank/upstream/client.ts';
import type { AlarmKind } from '../../src/bank/upstream/refusals.ts';
import type { Handler } from '../../src/http/messages/message.ts';
import { listen } from '../../src/http/server/server.ts';

/** A port that hands over what arrives to whoever is put there: links need its address before there is an app. */
export async function portFor() {
  const behind: { handle: Handler } = { handle: () => Promise.reject(new Error('not started')) };
  const { port, stop } = await listen((arrival) => behind.handle(arrival), { host: '127.0.0.1', port: 0 });
  return { behind, url: `http://127.0.0.1:${port}`, stop };
}

/** The client of a facade that calls the bank at this address. */
export function upstreamTo(
  url: string,
  identity: KeyAndCertificate,
  now: () => number,
  alarm: (kind: AlarmKind) => void,
  timeoutMs = 5_000,
): Upstream {
  return createUpstream(
    { url, identity, authorities: null, timeoutMs, certificateEndsAt: Date.now() + 86_400_000 },
    { now, newId: randomUUID, random: Math.random, notice: () => undefined, alarm },
  );
}
