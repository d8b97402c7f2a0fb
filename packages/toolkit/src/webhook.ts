import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const webhookHeader = 'PSD2-Bank-Signature';

/** An older delivery is refused, so that nobody can replay it. */
const toleranceSeconds = 300;

export const newWebhookSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`;

export function webhookSignature(body: string, secret: string, now: number = Date.now()): string {
  const timestamp = String(Math.floor(now / 1_000));
  return `t=${timestamp},v1=${hmac(timestamp, body, secret).toString('hex')}`;
}

/** `body`: the bytes as they came in, before anything parses them. `header`: PSD2-Bank-Signature. */
export function verifyWebhook(
  body: string | Uint8Array,
  header: string | null | undefined,
  secret: string,
  now: number = Date.now(),
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const timestamps = valuesOf('t');
  const [timestamp = ''] = timestamps;
  if (secret === '' || timestamps.length > 1) return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) return false;
  const expectedSignature = hmac(timestamp, body, secret);
  // While a secret is being replaced, there are several signatures.
  return valuesOf('v1').some((value) => {
    const signature = /^[0-9a-f]{64}$/.test(value) ? Buffer.from(value, 'hex') : Buffer.alloc(0);
    return signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature);
  });
}

const hmac = (timestamp: string, body: string | Uint8Array, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
