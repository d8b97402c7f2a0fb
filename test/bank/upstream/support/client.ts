/** A client of the test bank, and its log. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import {
  createAuthority,
  issueCertificate,
  type KeyAndCertificate,
  validity,
} from '../../../../packages/toolkit/src/certificates.ts';
import type { RemoteRefusal } from '../../../../src/bank/remote-calls/refusals.ts';
import type { CallSettings } from '../../../../src/bank/remote-calls/settings.ts';
import {
  type UpstreamCall,
  UpstreamClient,
  type UpstreamClientParts,
} from '../../../../src/bank/upstream/client.ts';
import type { AlarmKind } from '../../../../src/bank/upstream/refusals.ts';
import { sharedKey } from '../../../support/keys.ts';
import { type LiveBank, startLiveBank } from './live-bank.ts';

export const now = new Date();
export const authority = createAuthority({
  commonName: 'Upstream CA',
  privateKeyPem: sharedKey(),
  ...validity(now, -1, 365),
});

export const certificateOf = (
  commonName: string,
  days: readonly [number, number] = [-1, 90],
  by: KeyAndCertificate = authority,
): KeyAndCertificate =>
  issueCertificate({
    authority: by,
    commonName,
    privateKeyPem: sharedKey(),
    organizationIdentifier: 'PSDNO-FSA-FACADE',
    organizationName: 'Facade AS',
    roles: ['PSP_PI'],
    ...validity(now, ...days),
  });

export const identity = certificateOf('facade');

export const settingsFor = (url: string, more: Partial<CallSettings> = {}): CallSettings => ({
  url,
  identity,
  authorities: null,
  timeoutMs: 5_000,
  certificateEndsAt: now.getTime() + 90 * 86_400_000,
  ...more,
});

type Fields = Readonly<Record<string, string | number>>;

export interface Spoken {
  readonly url: string;
  readonly upstream: UpstreamClient;
  readonly notices: { readonly name: string; readonly fields: Fields }[];
  readonly alarms: { readonly kind: AlarmKind; readonly fields: Fields }[];
}

const open: UpstreamClient[] = [];

export function clientOf(settings: CallSettings, parts: Partial<UpstreamClientParts> = {}): Spoken {
  const notices: Spoken['notices'] = [];
  const alarms: Spoken['alarms'] = [];
  const upstream = new UpstreamClient(settings, {
    now: Date.now,
    newId: randomUUID,
    random: () => 1,
    notice: (name, fields = {}) => {
      notices.push({ name, fields });
    },
    alarm: (kind, fields) => {
      alarms.push({ kind, fields });
    },
    ...parts,
  });
  open.push(upstream);
  return { url: settings.url, upstream, notices, alarms };
}

export async function closeClients(): Promise<void> {
  for (let one = open.pop(); one !== undefined; one = open.pop()) await one.close();
}

/** One test bank for all tests of a file. */
export const shareLiveBank = (): LiveBank => keepLiveBank(beforeAll, afterAll);
export const newLiveBankForEachTest = (): LiveBank => keepLiveBank(beforeEach, afterEach);

function keepLiveBank(
  begin: typeof beforeAll | typeof beforeEach,
  end: typeof afterAll | typeof afterEach,
): LiveBank {
  const bank = {} as LiveBank;
  begin(async () => {
    Object.assign(bank, await startLiveBank());
  });
  end(() => bank.stop());
  // Runs before the bank stops.
  afterEach(closeClients);
  return bank;
}

export const tpp = { tppId: 'PSDNO-FSA-ACME', name: 'Acme Pay AS' };
export const domestic = { service: 'payments', product: 'norwegian-domestic-credit-transfers' } as const;
export const instruction = {
  instructedAmount: { amount: '125.50', currency: 'NOK' },
  creditorName: 'Kari Nordmann',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  debtorAccount: { bban: '95360573002', currency: 'NOK' },
};

export const creation = (
  more: Partial<UpstreamCall<'createPayment'>> = {},
): UpstreamCall<'createPayment'> => ({
  tpp,
  operation: 'createPayment',
  parameters: domestic,
  body: instruction,
  ...more,
});

export const statusOf = (
  paymentId: string,
  more: Partial<UpstreamCall<'getPaymentStatus'>> = {},
): UpstreamCall<'getPaymentStatus'> => ({
  tpp,
  operation: 'getPaymentStatus',
  parameters: { ...domestic, paymentId },
  ...more,
});

export async function refusalOf(call: Promise<unknown>): Promise<RemoteRefusal> {
  const thrown = await call.then(
    (answer) => expect.fail(`answered: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
  return thrown as RemoteRefusal;
}
