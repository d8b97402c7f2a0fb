/** What puts a bank of the tests before another one: a port for the one behind, and a client that calls it. */
import { randomUUID } from 'node:crypto';
import type { KeyAndCertificate } from '../../packages/toolkit/src/certificates.ts';
import { createUpstream, type Upstream } from '../../src/bank/upstream/client.ts';
import type { AlarmKind } from '../../src/bank/upstream/refusals.ts';
import type { Handler } from '../../src/http/messages/message.ts';
import { listen } from '../../src/http/server/server.ts';

/** The facade as the bank behind it knows it. */
export const facadeId = 'PSDNO-FSA-FACADE';

/** `npm run test:facade`: every bank that a test starts stands before another one. */
export const withBankBehind = process.env.BEHIND === 'bank';

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
): Upstream {
  return createUpstream(
    { url, identity, authorities: null, timeoutMs: 5_000, certificateEndsAt: Date.now() + 86_400_000 },
    { now, newId: randomUUID, random: Math.random, notice: () => undefined, alarm },
  );
}
