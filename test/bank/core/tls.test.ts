import { afterEach, beforeAll, expect, it } from 'vitest';
import {
  createAuthority,
  type KeyAndCertificate,
  validity,
} from '../../../packages/toolkit/src/certificates.ts';
import { funds } from '../../../src/bank/core/answers.ts';
import { CoreClient } from '../../../src/bank/core/client.ts';
import { readAnswer } from '../../../src/bank/core/reading.ts';
import { type ListeningCore, listenAsCore } from '../../../src/bank/core-system/server.ts';
import { TransportFailure } from '../../../src/bank/remote-calls/http.ts';
import { sharedKey } from '../../support/keys.ts';
import { authority, certificateOf, identity, now, settingsFor } from '../upstream/support/client.ts';

let foreign: KeyAndCertificate;
beforeAll(() => {
  foreign = createAuthority({
    commonName: 'Other CA',
    privateKeyPem: sharedKey(),
    ...validity(now, -1, 365),
  });
});

let core: ListeningCore | undefined;
let client: CoreClient | undefined;
afterEach(async () => {
  await client?.close();
  await core?.stop();
});

interface Parts {
  readonly server?: KeyAndCertificate;
  readonly own?: KeyAndCertificate;
}

/** The outcome of one call to a core that demands a certificate of our CA, and the number of calls that reached it. */
async function called({ server = certificateOf('localhost'), own = identity }: Parts = {}) {
  const alarms: string[] = [];
  let reached = 0;
  const handle = async () => {
    reached += 1;
    return { status: 200, body: { available: true } };
  };
  const tls = { key: server.privateKeyPem, cert: server.certificatePem, ca: authority.certificatePem };
  core = await listenAsCore(handle, 0, tls, () => 500);
  const settings = settingsFor(core.url, { authorities: [authority.certificatePem], identity: own });
  client = new CoreClient(settings, {
    now: Date.now,
    random: () => 1,
    notice: () => undefined,
    alarm: (kind) => void alarms.push(kind),
  });
  const body = {
    account: { bban: '95360573002', currency: 'NOK' },
    amount: { amount: '1.00', currency: 'NOK' },
  };
  const outcome = await client.call('findCover', { tppId: 'TPP', body }, { 200: funds }).then(
    ({ status }) => status,
    ({ reason }: { reason: string }) => reason,
  );
  return { outcome, alarms, reached };
}

it('a core whose certificate comes from CORE_CA is called with our certificate', async () => {
  expect(await called()).toEqual({ outcome: 200, alarms: [], reached: 1 });
});

it.each<[string, () => KeyAndCertificate]>([
  ['by another CA', () => certificateOf('localhost', [-1, 90], foreign)],
  ['of another name', () => certificateOf('other.example')],
  ['that has ended', () => certificateOf('localhost', [-9, -1])],
])('a core with a certificate %s is an alarm, and nothing is sent', async (_, server) => {
  expect(await called({ server: server() })).toEqual({
    outcome: 'UNAVAILABLE',
    alarms: ['SERVER_CERTIFICATE'],
    reached: 0,
  });
});

it('our certificate from another CA reaches no core', async () => {
  const { outcome, reached } = await called({ own: certificateOf('service', [-1, 90], foreign) });
  expect(reached).toBe(0);
  expect(['SYSTEM_ERROR', 'UNAVAILABLE']).toContain(outcome);
});

it('a TLS alert about our certificate is no answer of the core', () => {
  const alarms: string[] = [];
  const reader = {
    system: 'core' as const,
    now: Date.now,
    notice: () => undefined,
    alarm: (kind: string) => void alarms.push(kind),
  };
  const alert = new TransportFailure('CLIENT_CERTIFICATE', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
  expect(readAnswer(reader, 'findCover', alert, {})).toMatchObject({
    outcome: 'ALARM',
    ending: 'UNRELATED',
    refusal: { reason: 'SYSTEM_ERROR', effect: 'NOT_DONE' },
  });
  expect(alarms).toEqual(['CERTIFICATE']);
});

it('a replaced certificate takes effect at once', async () => {
  await called({ own: certificateOf('service', [-1, 90], foreign) });
  client?.renew(
    settingsFor(core?.url ?? '', { authorities: [authority.certificatePem], certificateEndsAt: 7 }),
  );
  const body = {
    account: { bban: '95360573002', currency: 'NOK' },
    amount: { amount: '1.00', currency: 'NOK' },
  };
  const answer = await client?.call('findCover', { tppId: 'TPP', body }, { 200: funds });
  expect([answer?.status, client?.figures().certificateEndsAt]).toEqual([200, 7]);
});
