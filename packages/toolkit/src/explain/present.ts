import { X509Certificate } from 'node:crypto';
import { headerText } from '../../../../src/domain/values/text.ts';
import { certificateBytes } from '../../../../src/security/certificate-header.ts';
import { readSignature } from '../../../../src/security/signature.ts';
import { type ExplainedFault, type Explanation, needsNoSignature } from './explain.ts';
import type { RequestToExplain } from './request.ts';

export function explanationText(request: RequestToExplain, explanation: Explanation): string {
  const { headers } = request;
  const { keyId, headers: headerNames } = readSignature(headers.get('signature') ?? '');
  const parts: readonly [string, string][] = [
    ['keyId', keyId ?? 'missing'],
    ['headers', headerNames?.join(' ') ?? 'missing'],
    ['certificate', describeCertificate(headers.get('tpp-signature-certificate') ?? '')],
  ];
  const { signingString, faults } = explanation;
  const lines = signingString === null ? ['(cannot be built)'] : headerText(signingString).split('\n');
  return [
    'Signing string (no line break at its end)',
    ...lines.map((line) => `  ${line}`),
    '',
    'Parts',
    ...parts.map(([name, value]) => `  ${name.padEnd(13)}${value}`),
    '',
    ...(faults.length === 0 ? faultlessLines(request) : faultLines(faults)),
  ].join('\n');
}

const faultLines = (faults: readonly ExplainedFault[]): readonly string[] => [
  `The bank would refuse the request: ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}`,
  ...faults.map(({ code, header, text }) => `  ${code}${header === null ? '' : ` ${header}`}: ${text}`),
];

const faultlessLines = (request: RequestToExplain): readonly string[] =>
  needsNoSignature(request) ? pageLines : signedLines;
const signedLines = [
  'No fault in certificate, signature, date, digest and headers.',
  'Not checked: the fields of the body, revocation lists, and what the bank stores.',
];
const pageLines = [
  'This path needs no signature: only those under /v1 and /graphql do.',
  'Not checked: whether the page exists.',
];

/** As wide as the first column of the parts. */
const indent = ' '.repeat(15);

function describeCertificate(header: string): string {
  const bytes = certificateBytes(header);
  try {
    const certificate = new X509Certificate(bytes ?? '');
    const line = (name: string) => name.split('\n').join(', ');
    return [
      line(certificate.subject),
      `issued by ${line(certificate.issuer)}`,
      `valid from ${certificate.validFrom} to ${certificate.validTo}`,
    ].join(`\n${indent}`);
  } catch {
    return 'cannot be read';
  }
}
