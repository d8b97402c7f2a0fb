/** Sandbox: `createSandboxCertificate`, key and certificate of a new TPP, good or bad on purpose. */
import { randomBytes } from 'node:crypto';
import { refuse, warning } from '../../../../domain/refusal.ts';
import {
  type certificateKinds,
  certificatesAnHour,
  createSandboxCertificate,
  type MadeCertificate,
} from '../../../../operations/sandbox/create-sandbox-certificate.ts';
import type { GraphQLCall } from '../../../call.ts';
import { described } from '../../code-meanings.ts';
import { messagesField, mutation, type PayloadFields, type RunWrite } from '../../mutation.ts';
import type { SchemaParts } from '../../parts.ts';
import type { Payload } from '../../payload.ts';
import { isSecret } from '../../secrets.ts';

interface CertificatePayload extends MadeCertificate {
  readonly certificatePem: string | null;
  readonly privateKeyPem: string | null;
}

export function certificateMutation(parts: SchemaParts): void {
  const { builder, common } = parts;
  const kind = builder.enumType('SandboxCertificateKind', {
    description: 'Whether a certificate is good, or what is wrong with it.',
    values: described<(typeof certificateKinds)[number]>({
      GOOD: 'The bank takes it.',
      EXPIRED: 'Its time is over.',
      NOT_YET_VALID: 'Its time has not come.',
      WRONG_ROLE: 'It has no role for payments.',
      UNTRUSTED: 'A CA has issued it that the bank does not trust.',
      WEAK_KEY: 'Its key has 1,024 bits.',
    }),
  });
  const certificate = builder.objectRef<CertificatePayload>('SandboxCertificate').implement({
    description: 'Key and certificate of a TPP of the sandbox.',
    fields: (t) => ({
      tppId: t.exposeString('tppId', { description: 'Its organizationIdentifier.' }),
      kind: t.field({ type: kind, description: 'Its kind.', resolve: (one) => one.kind }),
      certificate: t.exposeString('certificatePem', {
        nullable: true,
        description: 'The certificate, PEM; null in a replay.',
      }),
      privateKey: t.exposeString('privateKeyPem', {
        nullable: true,
        extensions: isSecret,
        description: 'Its private key, PEM; shown once, kept nowhere, null in a replay.',
      }),
    }),
  });
  mutation(parts, {
    name: 'createSandboxCertificate',
    description: `Sandbox: makes key and certificate of a new TPP, whose identifier nobody has had before. At most ${certificatesAnHour.ofFamily} an hour for a TPP with those that it has made, and ${certificatesAnHour.ofService} for all.`,
    input: {
      description: 'Whose certificate, and what is to be wrong with it.',
      fields: (t) => ({
        name: t.string({
          required: true,
          description: 'Name of the new TPP: 1 to 40 letters, digits and blanks.',
        }),
        kind: t.field({ type: kind, description: 'GOOD when absent.' }),
      }),
      argument: 'Which.',
    },
    payload: (t: PayloadFields<CertificatePayload>) => ({
      certificate: t.expose('resource', {
        type: certificate,
        nullable: true,
        description: 'Key and certificate; null when the call was refused.',
      }),
      tppMessages: messagesField(common, t),
    }),
    act: ({ name, kind }, write, call) => make(name, kind ?? 'GOOD', write, call),
  });
}

const nameShape = /^[A-Za-z0-9][A-Za-z0-9 ]{0,39}$/;

async function make(
  name: string,
  kind: MadeCertificate['kind'],
  write: RunWrite,
  call: GraphQLCall,
): Promise<Payload<CertificatePayload>> {
  const { issuer = null } = call.parts;
  const chance = randomBytes(6).toString('hex').toUpperCase();
  const result = await write(createSandboxCertificate, () => {
    if (!nameShape.test(name))
      throw refuse('FORMAT_ERROR', { path: 'name', text: 'must be 1 to 40 letters, digits and blanks' });
    return { name, kind, chance, issues: issuer !== null };
  });
  // A replay answers the identifier of the first request; certificate and key are not kept, so they are null.
  if (!result.tppId.endsWith(chance) || issuer === null) {
    const resource = { ...result, certificatePem: null, privateKeyPem: null };
    return { resource, tppMessages: [shownBefore], links: null };
  }
  call.outcome.secret = true;
  const issued = await issuer({ ...result, name });
  return { resource: { ...result, ...issued }, tppMessages: [], links: null };
}

const shownBefore = warning(
  'X-Request-ID',
  'the key was shown in the first answer and is kept nowhere; a new X-Request-ID makes another',
  'BAD_REQUEST',
);
