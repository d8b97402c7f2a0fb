import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAuthority } from '../../packages/toolkit/src/certificates.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { days, guardWith, issue, otherKeyPem, refusalOf, request, type Sketch } from './support.ts';

const guard = guardWith();
const judged = (sketch: Sketch, by = guard) =>
  refusalOf(() => by.verify(request(sketch), { digestRequired: true }))
    ?.tppMessages.map(({ text }) => text)
    .join() ?? '';
const asHeader = (text: string) => Buffer.from(text).toString('latin1');
/** Counting units would cut one of the two within an emoji, for any bound. */
const shifts = [0, 1].map((shift) => `${'a'.repeat(shift)}${'😀'.repeat(400)}`);

describe.each(shifts)('%#', (text) => {
  it('the issuer of a keyId', () => {
    const shown = judged({ keyId: `SN=1,CA=CN=${text}`, wrap: asHeader });
    expect(shown).toContain('keyId');
    expect(shown.isWellFormed()).toBe(true);
    const serial = guardedSerial();
    const issuer = judged({ keyId: `SN=${serial},CA=CN=${text}`, wrap: asHeader });
    expect(issuer).toMatch(/contains the issuer CN=a?(😀)+…, but the certificate has/u);
    expect(issuer.isWellFormed()).toBe(true);
  });

  it('a digest', () => {
    const shown = judged({ headers: { digest: `SHA-256=${asHeader(text)}` } });
    expect(shown).toMatch(/the header contains SHA-256=a?(😀)+…$/u);
  });

  it('the issuer of a certificate', () => {
    const stranger = createAuthority({ commonName: text, ...days(-10, 10), privateKeyPem: otherKeyPem });
    const shown = judged({ identity: issue({ authority: stranger }), wrap: asHeader });
    expect(shown).toContain('the bank does not trust the issuer');
    expect(shown.isWellFormed()).toBe(true);
  });
});

describe('is cut after so many characters:', () => {
  const text = 'y'.repeat(400);
  const named = createAuthority({ commonName: text, ...days(-10, 10), privateKeyPem: otherKeyPem });
  const trusting = guardWith({ trust: createTrustStore([named.certificatePem]) });
  const identity = issue({ authority: named });

  it.each<[string, string, number, () => string]>([
    [
      'the serial number of a keyId',
      'the serial number ',
      64,
      () => judged({ keyId: `SN=${'1'.repeat(65)},CA=CN=x` }),
    ],
    [
      'the issuer of a keyId',
      'contains the issuer ',
      200,
      () => judged({ keyId: `SN=${guardedSerial()},CA=CN=${text}` }),
    ],
    [
      'the issuer that a keyId should name',
      'the certificate has ',
      200,
      () => {
        const { serialNumber } = new X509Certificate(identity.certificatePem);
        return judged({ identity, keyId: `SN=${serialNumber},CA=CN=x` }, trusting);
      },
    ],
    [
      'a digest',
      'the header contains SHA-256=',
      100,
      () => judged({ headers: { digest: `SHA-256=${text}` } }),
    ],
    ['the issuer of a certificate', 'the issuer of the certificate: ', 300, () => judged({ identity })],
  ])('%s', (_, before, most, said) => {
    const [, shown = ''] = new RegExp(`${before}(.*?…)`).exec(said()) ?? [];
    expect(shown).toHaveLength(most);
  });
});

function guardedSerial(): string {
  const refused = judged({ keyId: 'SN=1,CA=CN=x' });
  return /the certificate has ([0-9A-F]+)/.exec(refused)?.[1] ?? '';
}
