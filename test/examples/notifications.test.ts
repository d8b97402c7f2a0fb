/** The receiver of examples/notifications: what it accepts, and what it refuses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { digestOf, signRequest } from '../../packages/toolkit/src/sign.ts';
import { notify, seal, startNotifyingBank } from '../notifications/receiver.ts';
import { authority, type Bank, certificateFor } from '../support/bank.ts';
import { domesticPath, newPayment } from '../support/story.ts';

const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
let bank: Bank;
let receiver: ChildProcess;
let url = '';
let output = '';
beforeAll(async () => {
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, authority.certificatePem);
  receiver = spawn('node', ['examples/notifications/receiver.mjs', ca, 'PSDNO-FSA-BANK', '0']);
  for (const stream of [receiver.stdout, receiver.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  bank = await startNotifyingBank();
  await vi.waitUntil(() => output.startsWith('http:'), { timeout: 40_000 });
  url = output.trim();
});
afterAll(async () => {
  receiver.kill();
  await bank.stop();
  rmSync(folder, { recursive: true, force: true });
});

const last = () => output.trim().split('\n').at(-1);

it('prints what the bank has sent', async () => {
  const tpp = bank.tpp();
  const paymentId = await newPayment(tpp, {}, notify(url, 'status=SCA,PROCESS'));
  const started = await tpp.rest('POST', `${domesticPath}/${paymentId}/authorisations`);
  await tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
  await bank.app.runner.tick();
  await expect.poll(() => output).toContain(`${paymentId} CANC`);
  expect(output).toContain(`${paymentId} ${started.json.authorisationId} failed`);
});

const body = '{"paymentId":"p","transactionStatus":"ACSC"}';
const post = async (
  identity = seal,
  change: (headers: Headers) => void = () => undefined,
  sent = body,
  now = new Date(),
) => {
  const options = { certificateHeader: 'ASPSP-Signature-Certificate', now };
  const headers = signRequest({ method: 'POST', url, body }, identity, options);
  change(headers);
  return (await fetch(url, { method: 'POST', headers, body: sent })).status;
};

it('accepts a repetition, and prints it once', async () => {
  const options = { certificateHeader: 'ASPSP-Signature-Certificate' };
  const headers = signRequest({ method: 'POST', url, body }, seal, options);
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
  await expect.poll(() => output.match(/^p ACSC$/gm)).toHaveLength(1);
});

it.each<[string, () => Promise<number>]>([
  ['another body', () => post(seal, undefined, body.replace('ACSC', 'RJCT'))],
  [
    'another signature',
    () => {
      const forged = body.replace('ACSC', 'RJCT');
      return post(seal, (headers) => headers.set('digest', digestOf(forged)), forged);
    },
  ],
  ['another signature', () => post(seal, (headers) => headers.set('x-request-id', 'other'))],
  ['other signed headers', () => post(seal, (headers) => headers.delete('signature'))],
  ['an old date', () => post(seal, undefined, body, new Date(Date.now() - 600_000))],
  ['another signer', () => post(certificateFor('PSDNO-FSA-TEST1'))],
])('refuses %s', async (fault, send) => {
  expect(await send()).toBe(401);
  await expect.poll(last).toBe(`refused: ${fault}`);
});
