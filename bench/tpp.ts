/** A TPP of the benchmarks, and the CA that has certified it. */
import { createAuthority, issueCertificate } from '../packages/toolkit/src/certificates.ts';

const dates = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) };

export const authority = createAuthority({ commonName: 'Bench CA', ...dates });
export const identity = issueCertificate({
  authority,
  organizationIdentifier: 'PSDNO-FSA-BENCH',
  organizationName: 'Bench',
  commonName: 'seal',
  roles: ['PSP_PI'],
  ...dates,
});
