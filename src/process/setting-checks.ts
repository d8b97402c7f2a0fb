import { z } from 'zod';
import { isLoopback } from '../domain/values/loopback.ts';
import { trimTrailing } from '../domain/values/text.ts';

export const integer = (min: number, max: number, unit?: string) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number${unit === undefined ? '' : ` of ${unit}`} from ${min} to ${max}`,
    )
    .transform(Number);
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true');
export const webUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https URL',
  )
  .transform((text) => trimTrailing(text, '/'));
export const postgresUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), 'must be a postgres:// URL');

/** The URL of a system that the service calls. It has no user or query, because every call would send them. */
export const remoteUrl = z.string().refine((text) => {
  if (!URL.canParse(text) || /[?#@]/.test(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}, 'must be an https URL, or http on a loopback host, without user, query or fragment');
export const remoteBaseUrl = remoteUrl.transform((text) => trimTrailing(new URL(text).href, '/'));
