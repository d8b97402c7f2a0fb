import type { AnyRoute } from '../route.ts';

export const infoOf = (publicUrl: string) => ({
  title: 'PSD2 bank: payment initiation',
  version: '1.0.0',
  description: [
    'A bank interface in the style of NextGenPSD2: single, bulk and periodic payments, and signing baskets. A sandbox also has operations for its test data.',
    'The TPP signs every request (draft-cavage-http-signatures-10, docs/signing.md) and sends an X-Request-ID. The same request with the same id gets the same response.',
    'Bodies are JSON in UTF-8. Unknown properties are ignored; a successful response names them in a WARNING. null counts as absent. Lengths are in code points.',
    'Some rules involve several fields, and JSON Schema cannot express them. The descriptions of the fields state these rules.',
  ].join('\n\n'),
  contact: { name: 'psd2-bank', url: `${publicUrl}/docs` },
  license: { name: 'MIT', identifier: 'MIT' },
});

export const tags = [
  {
    name: 'payments',
    'x-displayName': 'Single payments',
    description: 'Each payment is one transfer: domestic, instant, cross-border or SEPA.',
  },
  {
    name: 'bulk-payments',
    'x-displayName': 'Bulk payments',
    description: 'Each payment is many transfers from one account. The PSU approves them together.',
  },
  {
    name: 'periodic-payments',
    'x-displayName': 'Periodic payments',
    description: 'Standing orders: the bank makes one transfer on each date of a schedule.',
  },
  {
    name: 'signing-baskets',
    'x-displayName': 'Signing baskets',
    description: 'A basket holds up to ten payments. The PSU approves them together.',
  },
  {
    name: 'sandbox',
    'x-displayName': 'The sandbox',
    description:
      'Test data: customers, accounts, cards and agreements. These paths exist only in a sandbox. To move its clock, use GraphQL (advanceSandboxClock) or the console.',
  },
];

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
    description:
      'The signing certificate, as Base64 of its DER, or as PEM without line breaks (docs/signing.md).',
  },
};
