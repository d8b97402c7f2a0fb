/** Connects a bank of the tests to the one behind it. */
import { randomUUID } from 'node:crypto';
import type { KeyAndCertificate } from '../../packages/toolkit/src/certificates.ts';
import { UpstreamClient } from '../../src/bank/upstream/client.ts';
import type { AlarmKind } from '../../src/bank/upstream/refusals.ts';

export function upstreamTo(
  url: string,
  identity: KeyAndCertificate,
  now: () => number,
  alarm: (kind: AlarmKind) => void,
  timeoutMs = 5_000,
  notice: (name: string) => void = () => undefined,
): UpstreamClient {
  return new UpstreamClient(
    { url, identity, authorities: null, timeoutMs, certificateEndsAt: Date.now() + 86_400_000 },
    { now, newId: randomUUID, random: Math.random, notice, alarm },
  );
}
