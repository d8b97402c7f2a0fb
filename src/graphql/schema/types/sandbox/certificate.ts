import { randomBytes } from 'node:crypto';
import { refuse, warning } from '../../../../domain/refusal.ts';
import {
  type CertificateKind,
  certificatesAnHour,
  createSandboxCertificate,
  type NewCertificate,
} from '../../../../operations/sandbox/create-sandbox-certificate.ts';
import { builder } from '../../builder.ts';
import { describedEnum } from '../../code-meanings.ts';
import { type PayloadFields, sandboxMutation } from '../../mutation.ts';
import { secretField } from '../../secrets.ts';

interface CertificatePayload extends NewCertificate {
  readonly certificatePem: string | null;
  readonly privateKeyPem: string | null;
}

const kindType = describedEnum<CertificateKind>(
  'SandboxCertificateKind',
  'A good certificate, or a kind of bad one.',
  {
    GOOD: 'The bank accepts it.',
    EXPIRED: 'It has expired.',
    NOT_YET_VALID: 'It is not valid yet.',
    WRONG_ROLE: 'It has no role for payments.',
    UNTRUSTED: 'The bank does not trust its issuer.',
    WEAK_KEY: 'Its key has 1,024 bits.',
  },
);
const certificateType = builder.objectRef<CertificatePayload>('SandboxCertificate').implement({
  description: 'Certificate and private key of a sandbox TPP.',
  fields: (t) => ({
    tppId: t.exposeString('tppId', { description: 'Its organizationIdentifier.' }),
    kind: t.expose('kind', { type: kindType, description: 'Its kind.' }),
    certificate: t.exposeString('certificatePem', {
      nullable: true,
      description: 'The certificate, PEM; null in a replay.',
    }),
    privateKey: secretField(
      t,
      'The private key, PEM. It is shown once and not stored; null in a replay.',
      ({ privateKeyPem }) => privateKeyPem,
    ),
  }),
});
const nameShape = /^[A-Za-z0-9][A-Za-z0-9 ]{0,39}$/;

sandboxMutation({
  name: 'createSandboxCertificate',
  description: `Sandbox: creates a new TPP with a certificate and a private key. Limits per hour: ${certificatesAnHour.ofFamily} for a TPP and all TPPs that it created, ${certificatesAnHour.ofService} for the whole service.`,
  input: (t) => ({
    name: t.string({
      required: true,
      description: 'Name of the new TPP: 1 to 40 letters from A to Z, digits and spaces.',
    }),
    kind: t.field({ type: kindType, description: 'GOOD when absent.' }),
  }),
  payload: (t: PayloadFields<CertificatePayload>) => ({
    certificate: t.expose('resource', {
      type: certificateType,
      nullable: true,
      description: 'Certificate and key; null when the request was refused.',
    }),
  }),
  act: async ({ name, kind }, write, call) => {
    const { issueCertificate = null } = call.parts;
    const randomPart = randomBytes(6).toString('hex').toUpperCase();
    const result = await write(createSandboxCertificate, () => {
      if (!nameShape.test(name))
        throw refuse('FORMAT_ERROR', {
          path: 'name',
          text: 'must be 1 to 40 letters from A to Z, digits and spaces',
        });
      return { name, kind: kind ?? 'GOOD', randomPart, issuesCertificates: issueCertificate !== null };
    });
    // A replay returns the tppId of the first request, which does not end with the `randomPart` of this request. Certificate and key are
    // not stored. If `issueCertificate` is null, `write` refuses each first request, so a request that gets here is a replay.
    const isReplay = !result.tppId.endsWith(randomPart);
    if (isReplay || issueCertificate === null) {
      const resource = { ...result, certificatePem: null, privateKeyPem: null };
      return { resource, tppMessages: [replayWarning] };
    }
    call.effects.mustNotStoreResponse = true;
    const certificate = await issueCertificate({ ...result, name });
    return { resource: { ...result, ...certificate } };
  },
});

const replayWarning = warning(
  'X-Request-ID',
  'the private key was in the first response and is not stored; send a new X-Request-ID to create another certificate',
  'BAD_REQUEST',
);
