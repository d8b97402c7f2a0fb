import { type Refusal, refuse } from '../domain/refusal.ts';

const path = 'TPP-Signature-Certificate';

export const refuseInvalid = (text: string): Refusal => refuse('CERTIFICATE_INVALID', { path, text });
export const refuseExpired = (text: string): Refusal => refuse('CERTIFICATE_EXPIRED', { path, text });
export const refuseUnreadable = (): Refusal =>
  refuseInvalid('the header must contain one certificate in Base64: DER, or PEM without line breaks');
