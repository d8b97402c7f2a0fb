/** The remaining texts of the document: the introduction, the groups, how requests are signed. */
import type { AnyRoute } from '../route.ts';

export const infoOf = (publicUrl: string) => ({
  title: 'PSD2 bank: payment initiation',
  version: '1.0.0',
  description: [
    'A bank interface in the style of NextGenPSD2: payments, bulk and periodic payments, signing baskets and, in a sandbox, its test data.',
    'Every request is signed by the TPP (draft-cavage-http-signatures-10, docs/signing.md) and carries an X-Request-ID; the same id with the same request gives the same answer again.',
    'Bodies are JSON in UTF-8. Unknown properties are ignored and named in a WARNING; null counts as absent; lengths count code points.',
    'Rules over several fields stand in their descriptions, for JSON Schema cannot say them all.',
  ].join('\n\n'),
  contact: { name: 'psd2-bank', url: `${publicUrl}/docs` },
  license: { name: 'MIT', identifier: 'MIT' },
});

export const tags = [
  {
    name: 'payments',
    'x-displayName': 'Single payments',
    description: 'One transfer each: domestic, instant, over the border, SEPA.',
  },
  {
    name: 'bulk-payments',
    'x-displayName': 'Bulk payments',
    description: 'Many transfers from one account, approved together.',
  },
  {
    name: 'periodic-payments',
    'x-displayName': 'Periodic payments',
    description: 'Standing orders: one transfer on each date of a plan.',
  },
  {
    name: 'signing-baskets',
    'x-displayName': 'Signing baskets',
    description: 'Up to ten payments that are approved together.',
  },
  {
    name: 'sandbox',
    'x-displayName': 'The sandbox',
    description:
      'Test data: customers, accounts, cards, agreements. In a sandbox alone. Its clock is moved by GraphQL (advanceSandboxClock) or in the console: it has no path here.',
  },
];

/** The group of a row: the first word of its path below /v1. */
export const tagOf = ({ path }: AnyRoute): string => path.split('/')[2] ?? '';

export const securitySchemes = {
  Signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description:
      'keyId="SN=<serial>,CA=<issuer>",algorithm="rsa-sha256",headers="…",signature="…": an RSA-SHA256 signature over date, x-request-id and, when sent, digest, psu-id, psu-corporate-id and tpp-redirect-uri (docs/signing.md). The toolkit’s command `send` signs for you.',
  },
  TppSignatureCertificate: {
    type: 'apiKey',
    in: 'header',
    name: 'TPP-Signature-Certificate',
    description: 'The signing certificate: Base64 of its DER, or PEM without its lines.',
  },
};
