import { type Refusal, refuse } from '../domain/refusal.ts';
import { repetitionHint } from '../domain/values/text.ts';
import { certificateBytes } from './certificate-header.ts';

const path = 'TPP-Signature-Certificate';

export const refuseInvalid = (text: string): Refusal => refuse('CERTIFICATE_INVALID', { path, text });
export const refuseExpired = (text: string): Refusal => refuse('CERTIFICATE_EXPIRED', { path, text });
export const refuseUnreadable = (header: string): Refusal => {
  const repetition = repetitionHint(header.split(', '), (part) => certificateBytes(part) !== null);
  return refuseInvalid(
    `the header must contain one certificate in Base64: DER, or PEM without line breaks${repetition}`,
  );
};
