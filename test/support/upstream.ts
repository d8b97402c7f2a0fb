/** Settings of a service with a remote bank, with a key and a certificate made for it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority, issueCertificate, validity } from '../../packages/toolkit/src/certificates.ts';
import { sharedKey } from './keys.ts';

/** BANK and its settings; the certificate ends in so many days. Nothing needs to listen at the address. */
export function upstreamSettings(folder: string, days = 90, url = 'https://bank.example/api') {
  const valid = validity(new Date(), -1, days);
  const authority = createAuthority({ commonName: 'Upstream CA', privateKeyPem: sharedKey(), ...valid });
  const { certificatePem, privateKeyPem } = issueCertificate({
    authority,
    commonName: 'facade',
    privateKeyPem: sharedKey(),
    organizationIdentifier: 'PSDNO-FSA-FACADE',
    organizationName: 'Facade AS',
    roles: ['PSP_PI'],
    ...valid,
  });
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  return {
    BANK: 'upstream',
    UPSTREAM_URL: url,
    UPSTREAM_KEY: file('upstream.key', privateKeyPem),
    UPSTREAM_CERTIFICATE: file('upstream.pem', certificatePem),
    UPSTREAM_CA: file('upstream-ca.pem', authority.certificatePem),
  };
}
