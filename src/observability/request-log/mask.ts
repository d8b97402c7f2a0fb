/**
 * Hides what the request log must not store: tokens, cookies, links that open a page or a session of the PSU, and secret
 * fields of responses.
 */
import type { SecretPaths } from '../request-trace.ts';
import { decoded } from './decoded.ts';

const hidden = '***';
/** The text after these marks opens a page or a session of the PSU. */
const marks = /\/sca\\*\/|(?:ticket|token)=/gi;
const star = 42;

/** Replaces tickets by stars, however they are encoded. Copies the bytes only if it hides something. */
export function maskBytes(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { text, from } = decoded(buffer.toString('latin1'));
  let masked: Buffer | null = null;
  for (const { index, 0: mark } of text.matchAll(marks)) {
    const begin = index + mark.length;
    let end = begin;
    while (isTicket(text.charCodeAt(end))) end += 1;
    if (end === begin) continue;
    masked ??= Buffer.from(buffer);
    masked.fill(star, from(begin), from(end));
  }
  return masked ?? bytes;
}

const isTicket = (code: number): boolean => /[\w.~-]/.test(String.fromCharCode(code));

export const maskText = (text: string): string =>
  Buffer.from(maskBytes(Buffer.from(text, 'utf8'))).toString('utf8');

/** Each character of path and query is one byte. */
export const maskTarget = (target: string): string =>
  Buffer.from(maskBytes(Buffer.from(target, 'latin1'))).toString('latin1');

const whole: ReadonlySet<string> = new Set(['cookie', 'set-cookie', 'proxy-authorization']);

export function maskHeader(name: string, value: string): string {
  if (whole.has(name)) return hidden;
  if (name !== 'authorization') return value;
  const scheme = /^[a-z]+(?= )/i.exec(value)?.[0];
  return scheme === undefined ? hidden : `${scheme} ${hidden}`;
}

/** Needs the complete response. Shorten it only afterwards. */
export function maskSecrets(answer: Uint8Array, secrets: SecretPaths): Uint8Array {
  const json: unknown = JSON.parse(Buffer.from(answer).toString('utf8'));
  hide(json, secrets);
  return Buffer.from(JSON.stringify(json));
}

function hide(value: unknown, secrets: SecretPaths): void {
  if (Array.isArray(value)) for (const each of value) hide(each, secrets);
  else if (isObject(value))
    for (const [name, inner] of secrets) {
      if (inner !== 'SECRET') hide(value[name], inner);
      else if (value[name] != null) value[name] = hidden;
    }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
