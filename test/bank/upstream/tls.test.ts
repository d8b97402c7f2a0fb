import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthority,
  type KeyAndCertificate,
  validity,
} from '../../../packages/toolkit/src/certificates.ts';
import { sharedKey } from '../../support/keys.ts';
import {
  authority,
  certificateOf,
  clientOf,
  closeClients,
  creation,
  identity,
  now,
  refusalOf,
  settingsFor,
} from './support/client.ts';
import { type LiveBank, startLiveBank } from './support/live-bank.ts';

let server: KeyAndCertificate;
let foreign: KeyAndCertificate;
beforeAll(() => {
  server = certificateOf('localhost');
  foreign = createAuthority({
    commonName: 'Other CA',
    privateKeyPem: sharedKey(),
    ...validity(now, -1, 365),
  });
});

let bank: LiveBank | undefined;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  await closeClients();
  await bank?.stop();
  bank = undefined;
  for (let end = ends.pop(); end; end = ends.pop()) await end();
});

/** An OpenSSL server that demands a certificate of our CA, and answers with its own page. */
async function openSslServer(version: 'TLSv1.2' | 'TLSv1.3'): Promise<{ readonly url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tls '));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const own = ['-key', file('key', server.privateKeyPem), '-cert', file('pem', server.certificatePem)];
  const demanded = ['-CAfile', file('ca', authority.certificatePem), '-Verify', '1', '-verify_return_error'];
  const only = version === 'TLSv1.2' ? '-tls1_2' : '-tls1_3';
  const child = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', ...own, ...demanded, '-www', only]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  ends.push(() => {
    child.kill('SIGKILL');
    return ended;
  });
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /ACCEPT \S+:(\d+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error('openssl has ended')));
  });
  return { url: `https://localhost:${port}/api` };
}

/** A bank that demands certificates of our CA; `of` is its own certificate. */
async function start(of: KeyAndCertificate, more: object = {}): Promise<LiveBank> {
  const own = { key: of.privateKeyPem, cert: of.certificatePem };
  const tls = { ...own, ca: authority.certificatePem, requestCert: true, rejectUnauthorized: true, ...more };
  bank = await startLiveBank({ tls });
  return bank;
}

const authorities = [authority.certificatePem];
const versions = [['TLSv1.2'], ['TLSv1.3']] as const;

describe.each(versions)('%s', (version) => {
  const only = { minVersion: version, maxVersion: version };

  it('a call with our certificate reaches a bank whose certificate comes from UPSTREAM_CA', async () => {
    const bank = await start(server, only);
    const { upstream, alarms } = clientOf(settingsFor(bank.url, { authorities }));
    expect(await upstream.call(creation())).toMatchObject({ status: 201 });
    expect(await upstream.call(creation())).toMatchObject({ status: 201 });
    expect(alarms).toEqual([]);
  });
});

/** Node's own server ends such a connection silently, so this one is OpenSSL's. */
describe.each(versions)('%s', (version) => {
  it('our certificate, when the bank refuses it, is 500 and an alarm; nothing is lost', async () => {
    const door = await openSslServer(version);
    const other = certificateOf('facade', [-1, 90], foreign);
    const { upstream, alarms } = clientOf(settingsFor(door.url, { authorities, identity: other }));
    for (let count = 0; count < 6; count += 1)
      expect(await refusalOf(upstream.call(creation()))).toMatchObject({
        reason: 'SYSTEM_ERROR',
        effect: 'NOT_DONE',
      });
    expect(alarms).toHaveLength(6);
    expect(alarms[0]).toMatchObject({
      kind: 'CERTIFICATE',
      fields: { code: expect.stringMatching(/^ERR_SSL_.*_ALERT_UNKNOWN_CA$/), operation: 'createPayment' },
    });
    expect(upstream.figures()).toMatchObject({ breaker: 'CLOSED', alarms: { CERTIFICATE: 6 } });
  });
});

describe('a bank with the wrong certificate is an alarm and 503; nothing is sent', () => {
  it.each<[string, () => KeyAndCertificate, readonly string[] | null]>([
    ['by another CA', () => certificateOf('localhost', [-1, 90], foreign), authorities],
    ['by a CA that Node does not trust', () => server, null],
    ['of another name', () => certificateOf('other.example'), authorities],
    ['that has ended', () => certificateOf('localhost', [-9, -1]), authorities],
    ['that is not yet valid', () => certificateOf('localhost', [1, 9]), authorities],
  ])('%s', async (_, own, trusted) => {
    const bank = await start(own(), { requestCert: false });
    const { upstream, alarms } = clientOf(settingsFor(bank.url, { authorities: trusted }));
    expect(await refusalOf(upstream.call(creation()))).toMatchObject({
      reason: 'UNAVAILABLE',
      effect: 'NOT_DONE',
    });
    expect(alarms).toMatchObject([{ kind: 'SERVER_CERTIFICATE', fields: { code: expect.any(String) } }]);
    expect(bank.received).toEqual([]);
    expect(upstream.figures().alarms.SERVER_CERTIFICATE).toBe(1);
  });
});

it('a bank that speaks an outdated TLS cannot be reached', async () => {
  const bank = await start(server, {
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'ALL:@SECLEVEL=0',
  });
  const { upstream } = clientOf(settingsFor(bank.url, { authorities }));
  const refusal = await refusalOf(upstream.call(creation()));
  expect(refusal).toMatchObject({ reason: 'UNAVAILABLE', effect: 'NOT_DONE' });
});

it('a bank that demands no certificate is still called', async () => {
  const bank = await start(server, { requestCert: false, rejectUnauthorized: false });
  const { upstream } = clientOf(settingsFor(bank.url, { authorities, identity }));
  expect(await upstream.call(creation())).toMatchObject({ status: 201 });
});

it('a replaced key, certificate and CA apply to every later call', async () => {
  const moved = certificateOf('localhost', [-1, 90], foreign);
  const bank = await start(moved);
  const endsAt = now.getTime() + 30 * 86_400_000;
  const { upstream } = clientOf(settingsFor(bank.url, { authorities, identity }));
  expect(await refusalOf(upstream.call(creation()))).toMatchObject({ reason: 'UNAVAILABLE' });
  const next = certificateOf('facade', [-1, 30]);
  upstream.renew(
    settingsFor(bank.url, {
      authorities: [foreign.certificatePem],
      identity: next,
      certificateEndsAt: endsAt,
    }),
  );
  expect(await upstream.call(creation())).toMatchObject({ status: 201 });
  expect(bank.received[0]?.headers['tpp-signature-certificate']).toBe(
    new X509Certificate(next.certificatePem).raw.toString('base64'),
  );
  expect(upstream.figures().certificateEndsAt).toBe(endsAt);
});
