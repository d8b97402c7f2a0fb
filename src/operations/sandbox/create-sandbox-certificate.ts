/** Chooses the id of a new TPP. GraphQL issues the certificate, because stored outcomes must contain no key. */
import { createHash } from 'node:crypto';
import { refuse } from '../../domain/refusal.ts';
import { familyOf, generatedTppId } from '../../domain/sandbox/generated-tpps.ts';
import { type Context, defineWriteForAnyRole } from '../operation.ts';

export type CertificateKind = 'GOOD' | 'EXPIRED' | 'NOT_YET_VALID' | 'WRONG_ROLE' | 'UNTRUSTED' | 'WEAK_KEY';

export interface NewCertificate {
  readonly tppId: string;
  readonly kind: CertificateKind;
}

/** The certificate has the flaw that the kind names. */
export type CertificateIssuer = (
  request: NewCertificate & { readonly name: string },
) => Promise<{ readonly certificatePem: string; readonly privateKeyPem: string }>;

/** Certificates are expensive to create. `ofFamily` is the limit of a founder and its family together. */
export const certificatesAnHour = { ofFamily: 30, ofService: 300 } as const;

interface CertificateInput {
  readonly name: string;
  readonly kind: CertificateKind;
  /** 12 hexadecimal digits in capitals. */
  readonly randomPart: string;
  readonly issuesCertificates: boolean;
}

export const createSandboxCertificate = defineWriteForAnyRole({
  name: 'createSandboxCertificate',
  refusals: ['FORBIDDEN', 'ACCESS_EXCEEDED'],
  async run(context, input: CertificateInput): Promise<NewCertificate> {
    const { name, kind, randomPart, issuesCertificates } = input;
    if (!issuesCertificates) throw refuse('FORBIDDEN', { text: 'this service does not issue certificates' });
    const { tppId } = context.caller;
    const family = familyOf(tppId) ?? familyOfFounder(tppId);
    const { ofFamily, ofService } = certificatesAnHour;
    await countOrRefuse(context, family, ofFamily, 'a TPP and the TPPs that it has created');
    await countOrRefuse(context, serviceCounter, ofService, 'all TPPs together');
    return { tppId: generatedTppId(name, family, randomPart), kind };
  },
});

const familyOfFounder = (tppId: string): string =>
  createHash('sha256').update(tppId).digest('hex').slice(0, 12).toUpperCase();

/** No family has this name. */
const serviceCounter = '';

const hourMs = 3_600_000;

/** A refused request does not count, because the refusal rolls the count back. */
async function countOrRefuse({ stores, realNow }: Context, counterName: string, atMost: number, who: string) {
  const { since, count } = await stores.sandbox.countCertificate(counterName, realNow, hourMs);
  if (count <= atMost) return;
  const text = `${who} may create at most ${atMost} certificates an hour`;
  const retryAfterSeconds = Math.ceil((since + hourMs - realNow) / 1_000);
  throw refuse('ACCESS_EXCEEDED', { text, retryAfterSeconds });
}
