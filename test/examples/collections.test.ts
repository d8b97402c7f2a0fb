/** The collections for Postman and Bruno, results against a bank in this process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthority,
  issueCertificate,
  type KeyAndCertificate,
} from '../../packages/toolkit/src/certificates.ts';
import { sandboxDocument } from '../../scripts/documents/openapi.ts';
import { operationsOf } from '../../src/rest/openapi/model.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { authority, type Bank, certificateFor, startBank } from '../support/bank.ts';
import { inject } from '../support/inject.ts';
import { sharedKey } from '../support/keys.ts';
import { operationFinder } from '../support/openapi.ts';
import { playBruno } from './support/bruno-player.ts';
import type { PlayedRequest, Send } from './support/player.ts';
import { playPostman } from './support/postman-player.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-collections-'));
const origin = 'http://localhost:4000';
const day = 86_400_000;
const valid = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) };
const authorityOf = (commonName: string) => ({ commonName, ...valid, privateKeyPem: sharedKey() });
const otherAuthority = createAuthority(authorityOf('Bank, Test + "CA"'));

let bank: Bank;
let send: Send;
beforeAll(async () => {
  const trust = createTrustStore([authority, otherAuthority].map(({ certificatePem }) => certificatePem));
  bank = await startBank({ trust });
  send = (method, url, headers, body) => inject(bank.app, url, { method, headers, body });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await bank.stop();
});

type Play = (identity: KeyAndCertificate, count?: number) => Promise<readonly PlayedRequest[]>;

const players: Readonly<Record<string, Play>> = {
  Postman: ({ certificatePem, privateKeyPem }, count) =>
    playPostman({ certificate: certificatePem, privateKey: privateKeyPem }, send, count),
  Bruno({ certificatePem, privateKeyPem }, count) {
    const [certificateFile, keyFile] = [join(folder, 'tpp.pem'), join(folder, 'tpp.key')];
    writeFileSync(certificateFile, certificatePem);
    writeFileSync(keyFile, privateKeyPem);
    return playBruno({ certificateFile, keyFile }, send, count);
  },
};
const outlines: unknown[] = [];

const failuresOf = (results: readonly PlayedRequest[]) =>
  results.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`));

describe.each(Object.entries(players))('%s', (program, play) => {
  const organizationIdentifier = `PSDNO-FSA-${program.toUpperCase()}`;
  const certifiedBy = (one: KeyAndCertificate) =>
    issueCertificate({
      authority: one,
      organizationIdentifier,
      roles: ['PSP_PI'],
      ...valid,
      organizationName: 'TPP',
      commonName: 'seal',
      privateKeyPem: sharedKey(),
    });

  it('plays every operation with the status that it asserts, and does so again', async () => {
    const identity = certificateFor(organizationIdentifier);
    const results = await play(identity);
    expect(failuresOf(results)).toEqual([]);
    expect(results.filter(({ assertions }) => assertions === 0)).toEqual([]);
    expect(failuresOf(await play(identity))).toEqual([]);
    const document = sandboxDocument();
    const find = operationFinder(document);
    const ids = results.map(({ method, url }) => find(method, url.replace(origin, ''))?.operationId);
    const all = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids.filter((id) => id !== undefined))).toEqual(new Set(all));
    outlines.push(results.map(({ name, method, status, assertions }) => [name, method, status, assertions]));
  });

  it('reports an assertion that fails', async () => {
    const [first] = await play(certifiedBy(createAuthority(authorityOf('A stranger'))), 1);
    expect(first).toMatchObject({ status: 401, failures: [expect.stringContaining('401 instead of')] });
  });

  it('signs under a CA whose name has separators', async () => {
    const [first] = await play(certifiedBy(otherAuthority), 1);
    expect(first).toMatchObject({ status: 201, failures: [] });
  });
});

it('both play the same requests in the same order', () => {
  expect(outlines[1]).toEqual(outlines[0]);
});

it('Postman without a certificate names the variable to set', async () => {
  await expect(playPostman({}, send, 1)).rejects.toThrow('Set the variable certificate to a PEM text');
});
