import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ensureSandboxFiles } from '../../packages/toolkit/src/files.ts';
import { sandboxIssuer } from '../../packages/toolkit/src/issuer.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { certificatesAnHour } from '../../src/operations/sandbox/create-sandbox-certificate.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { authority, psuHeaders, tppOf } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { laySandboxKeys, sharedKey } from '../support/keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-certificates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { authorityPem } = await ensureSandboxFiles(laySandboxKeys(folder));
const issue = sandboxIssuer(folder);
// Making a new key takes longer than the rest of the test.
const issueSoon = sandboxIssuer(folder, async () => sharedKey());
let issued = 0;
const bank = await bankOfFile({
  trust: createTrustStore([authorityPem, authority.certificatePem]),
  issueCertificate: (request) => {
    issued += 1;
    return request.name === 'Counted'
      ? Promise.resolve({ certificatePem: '-', privateKeyPem: '-' })
      : (request.name === 'Acme Pay' ? issueSoon : issue)(request);
  },
});

const selection = 'certificate { tppId kind certificate privateKey } tppMessages { category code path }';
const make = (input: object, tpp = bank.tpp(), headers = {}) =>
  mutate(tpp, 'createSandboxCertificate', input, selection, headers);

describe('createSandboxCertificate', () => {
  it.each([
    ['GOOD', 201, undefined],
    ['EXPIRED', 401, 'CERTIFICATE_EXPIRED'],
    ['NOT_YET_VALID', 401, 'CERTIFICATE_INVALID'],
    ['WRONG_ROLE', 403, 'ROLE_INVALID'],
    ['UNTRUSTED', 401, 'CERTIFICATE_INVALID'],
    ['WEAK_KEY', 401, 'CERTIFICATE_INVALID'],
  ])('%s: a payment with it is answered with %i', async (kind, status, code) => {
    const { certificate, tppMessages } = await make({ name: 'Acme Pay', kind });
    expect(tppMessages).toEqual([]);
    expect(certificate.tppId).toMatch(/^PSDNO-FSA-ACMEPAY-[0-9A-F]{12}-[0-9A-F]{12}$/);
    const tpp = tppOf(
      bank.app,
      { certificatePem: certificate.certificate, privateKeyPem: certificate.privateKey },
      bank.time,
    );
    const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
    const answer = await tpp.rest('POST', path, { body: instantDomestic.example, headers: psuHeaders });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('shows the key once: a replay omits it, and no stored data has it', async () => {
    const headers = { 'x-request-id': 'certificate-once' };
    const first = await make({ name: 'Once' }, bank.tpp(), headers);
    const again = await make({ name: 'Once' }, bank.tpp(), headers);
    expect(again.certificate).toMatchObject({
      tppId: first.certificate.tppId,
      certificate: null,
      privateKey: null,
    });
    const kept = await bank.sql`
      select outcomes::text || coalesce(encode(body, 'escape'), '') as text from request_answers where request_id = 'certificate-once'`;
    expect(kept[0]?.text).not.toContain('PRIVATE KEY');
  });

  it('makes a limited number an hour for a TPP, at all replicas together; other TPPs are not affected', async () => {
    const replica = bank.replica();
    const eager = [bank, replica].map((one) => one.tpp('PSDNO-FSA-EAGER'));
    issued = 0;
    for (let made = 0; made < certificatesAnHour.ofFamily; made += 1)
      await make({ name: 'Counted' }, eager[made % 2]);
    const headers = { 'x-request-id': 'certificate-later' };
    const refused = await make({ name: 'Counted' }, eager[0], headers);
    expect(refused).toMatchObject({ certificate: null, tppMessages: [{ code: 'ACCESS_EXCEEDED' }] });
    expect((await make({ name: 'Counted' }, eager[1])).certificate).toBeNull();
    expect(issued).toBe(certificatesAnHour.ofFamily);
    expect((await make({ name: 'Counted' })).tppMessages).toEqual([]);
    // The refusal used no id: the same request makes one an hour later.
    bank.time.now += 3_600_000;
    expect((await make({ name: 'Counted' }, eager[0], headers)).tppMessages).toEqual([]);
    bank.time.now -= 3_600_000;
  });

  it('counts certificates of a TPP and of the TPPs that it made as its own', async () => {
    const founder = bank.tpp('PSDNO-FSA-FOUNDER');
    const { certificate } = await make({ name: 'Counted' }, founder);
    const child = bank.tpp(certificate.tppId);
    const { certificate: second } = await make({ name: 'Counted' }, child);
    const grandchild = bank.tpp(second.tppId);
    for (let made = 2; made < certificatesAnHour.ofFamily; made += 1)
      await make({ name: 'Counted' }, made % 2 === 0 ? child : grandchild);
    for (const one of [founder, child, grandchild])
      expect((await make({ name: 'Counted' }, one)).tppMessages).toMatchObject([{ code: 'ACCESS_EXCEEDED' }]);
  });

  it('makes a limited number an hour in all', async () => {
    await bank.sql`insert into sandbox_certificate_counts (counted, since, made)
      values ('', ${new Date(bank.time.now)}, ${certificatesAnHour.ofService})
      on conflict (counted) do update set since = excluded.since, made = excluded.made`;
    const { tppMessages } = await make({ name: 'Counted' }, bank.tpp('PSDNO-FSA-LATE'));
    expect(tppMessages).toMatchObject([{ code: 'ACCESS_EXCEEDED' }]);
    bank.time.now += 3_600_000;
    expect((await make({ name: 'Counted' }, bank.tpp('PSDNO-FSA-LATE'))).tppMessages).toEqual([]);
    bank.time.now -= 3_600_000;
  });

  it.each(['', ' ', 'a'.repeat(41), 'A/B', 'Æ', '-x'])('refuses the name %j', async (name) => {
    const { tppMessages } = await make({ name });
    expect(tppMessages[0]).toMatchObject({ code: 'FORMAT_ERROR', path: 'name' });
  });
});
