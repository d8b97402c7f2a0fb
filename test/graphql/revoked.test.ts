import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import type { IssuedCertificate } from '../../src/security/revocation.ts';
import { authority, type Bank, type Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { bearer, newConsoleToken, sendUnsigned } from '../support/graphql.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { follow } from '../support/subscriptions.ts';

const revoked = new Set<bigint>();
const serialOf = ({ identity }: Tpp) =>
  BigInt(`0x${new X509Certificate(identity.certificatePem).serialNumber}`);

const faultOf = ({ serial }: IssuedCertificate) =>
  revoked.has(BigInt(`0x${serial}`)) ? 'has been revoked' : null;
const bank = await bankOfFile({ revocations: { faultOf, validUntil: () => Number.POSITIVE_INFINITY } });
const tpp = bank.tpp('PSDNO-FSA-REVOKED');
const other = bank.tpp('PSDNO-FSA-OTHER');

const ask = async (on: Bank, token: string) =>
  (await sendUnsigned(on, '{ viewer { tppId } }', bearer(token))).status;

it('tokens and streams of a certificate that is revoked', async () => {
  const [token, otherToken] = [await newConsoleToken(tpp), await newConsoleToken(other)];
  const replica = bank.replica();
  expect([await ask(bank, token), await ask(replica, token), await ask(bank, otherToken)]).toEqual([
    200, 200, 200,
  ]);
  const [paymentId, own] = [await newPayment(other), await newPayment(tpp)];
  const streams = [await follow(bank, tpp), await follow(bank, tpp, own)];
  const othersStream = await follow(bank, other, paymentId);

  revoked.add(serialOf(tpp));
  expect([await ask(bank, token), await ask(replica, token)]).toEqual([401, 401]);
  expect(await Promise.all(streams.map((stream) => stream.toEnd()))).toEqual([0, 0]);
  expect(await ask(bank, otherToken)).toBe(200);
  await other.rest('DELETE', `${domesticPath}/${paymentId}`);
  expect((await othersStream.next()).data.paymentStatusChanged.transactionStatus).toBe('CANC');
  await othersStream.cancel();
  await replica.stop();
});

it('a token with a revoked CA', async () => {
  const token = await newConsoleToken(other);
  const ca = BigInt(`0x${new X509Certificate(authority.certificatePem).serialNumber}`);
  revoked.add(ca);
  expect(await ask(bank, token)).toBe(401);
  revoked.delete(ca);
  expect(await ask(bank, token)).toBe(200);
});

it('a stream whose certificate expires', async () => {
  const replica = bank.replica({ streamCheckMs: 20 });
  const stream = await follow(replica, other);
  bank.time.now = Date.parse(new X509Certificate(other.identity.certificatePem).validTo) + 1_000;
  expect(await stream.toEnd()).toBe(0);
  await replica.stop();
});
